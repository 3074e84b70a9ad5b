//! The stages of a shutdown, which unanswered requests wait for.

use tokio::sync::watch;

/// A stage of the server's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Serving,
    /// Questions that wait are refused; those at work are answered.
    Stopping,
    /// Questions at work are refused.
    Over,
}

/// The stage that the server has reached. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct Shutdown(watch::Sender<Stage>);

impl Shutdown {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(Stage::Serving))
    }

    pub(super) fn enter(&self, stage: Stage) {
        self.0.send_replace(stage);
    }

    /// Waits until the server has reached a stage.
    pub(super) async fn reached(&self, stage: Stage) {
        // The sender is `self`, so waiting does not fail.
        let _ = self.0.subscribe().wait_for(|reached| *reached >= stage).await;
    }
}
