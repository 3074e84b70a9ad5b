//! A browser controlled over `WebDriver`: <https://www.w3.org/TR/webdriver2/>.

use std::env;
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::thread::{panicking, sleep};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// JSON key of an element reference, fixed by the `WebDriver` standard.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
const PATIENCE: Duration = Duration::from_secs(20);

/// Browsers that no test uses now. A test takes one and opens a new window in it, so that there are
/// only as many browsers as tests at the same time.
static IDLE: Mutex<Vec<Driver>> = Mutex::new(Vec::new());

/// A browser with its driver. Both end when this value is dropped, or when the tests end.
struct Driver {
    /// Input of the shell that ends the browser and the driver as soon as this input is closed.
    _input: ChildStdin,
    /// URL of the driver's session, to which commands are sent.
    session: String,
}

/// Shell script that runs a driver until the script's input ends. Then the script ends the process
/// group, to which the browser belongs, and removes the browser's files, some of which the browser
/// may still be writing.
const RUN: &str = "trap : TERM; TMPDIR=$(mktemp -d); export TMPDIR; chromedriver --port=$0 &
    cat; kill 0; wait; until rm -rf \"$TMPDIR\"; do sleep 0.1; done";

/// Script that returns true as soon as the page says that it is ready. The script waits inside the
/// page, because repeated questions would take time of the page.
const READY: &str = "return new Promise((resolve) => {
    const look = () => document.body?.dataset.ready === 'true' && resolve(true);
    look() || new MutationObserver(look).observe(document, { attributes: true, subtree: true });
});";

impl Driver {
    /// Starts a browser with more arguments than usual; returns `None` if `chromedriver` is not
    /// installed.
    fn start(more: &[String]) -> Option<Self> {
        Command::new("chromedriver").arg("--version").stdout(Stdio::null()).status().ok()?;
        let free = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let port = free.local_addr().expect("it is bound").port();
        drop(free);
        let mut shell = Command::new("sh")
            .args(["-c", RUN, &port.to_string()])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let input = shell.stdin.take().expect("it is piped");
        let capabilities = json!({ "capabilities": { "alwaysMatch": capabilities(more) } });
        let address = format!("http://127.0.0.1:{port}/session");
        let start = Instant::now();
        let session = loop {
            let made = ureq::post(&address).send_json(&capabilities);
            if let Ok(mut answer) = made {
                let answer: Value = answer.body_mut().read_json().expect("drivers answer in JSON");
                break answer["value"]["sessionId"].as_str().expect("a session").to_owned();
            }
            assert!(start.elapsed() < PATIENCE, "the browser does not start");
            sleep(Duration::from_millis(50));
        };
        Some(Self { _input: input, session: format!("{address}/{session}") })
    }
}

/// Returns the settings of the browser to start, with more arguments than usual. A browser without
/// user interface needs a third of the time.
fn capabilities(more: &[String]) -> Value {
    let path = env::var_os("PATH").unwrap_or_default();
    let programs = ["chromium-headless-shell", "chrome-headless-shell"];
    let shell = env::split_paths(&path)
        .flat_map(|folder| programs.map(|program| folder.join(program)))
        .find(|program| program.is_file());
    let mut arguments = vec![
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--window-size=1280,900",
        // A process for each window, and one in reserve, take longer than the windows.
        "--renderer-process-limit=1",
        "--disable-features=SpareRendererForSitePerProcess",
    ];
    arguments.extend(more.iter().map(String::as_str));
    let logged = json!({ "browser": "ALL" });
    let Some(shell) = shell else {
        arguments.push("--headless=new");
        let options = json!({ "args": arguments });
        return json!({ "goog:chromeOptions": options, "goog:loggingPrefs": logged });
    };
    json!({
        "browserName": "chrome-headless-shell",
        "goog:chromeOptions": { "binary": shell, "args": arguments },
        "goog:loggingPrefs": logged,
    })
}

/// A window of a browser, which starts without a history, and in the default size.
pub(crate) struct Browser {
    /// Browser of the window; `None` once the browser is given back to [`IDLE`].
    driver: Option<Driver>,
    session: String,
}

impl Browser {
    /// Opens a window; returns `None` if `chromedriver` is not installed.
    pub(crate) fn start() -> Option<Self> {
        loop {
            let idle = IDLE.lock().expect("no test fails with the lock").pop();
            let is_new = idle.is_none();
            match Self::in_window(idle.or_else(|| Driver::start(&[]))?) {
                Ok(browser) => return Some(browser),
                // On a busy machine a browser may fail while no test uses it.
                Err(error) => assert!(!is_new, "a new browser opens no window: {error}"),
            }
        }
    }

    /// Starts a browser with more arguments than usual; returns `None` if `chromedriver` is not
    /// installed.
    pub(crate) fn with(more: &[String]) -> Option<Self> {
        let opened = Self::in_window(Driver::start(more)?);
        Some(opened.expect("a new browser opens a window"))
    }

    /// Opens a new window in a browser, in place of its old one. Ends the browser if that fails.
    fn in_window(driver: Driver) -> Result<Self, ureq::Error> {
        let mut browser = Self { session: driver.session.clone(), driver: Some(driver) };
        let opened = browser.renew_window();
        if opened.is_err() {
            drop(browser.driver.take());
        }
        opened.map(|()| browser)
    }

    fn renew_window(&self) -> Result<(), ureq::Error> {
        let window = self.try_post("/window/new", &json!({ "type": "window" }))?;
        ureq::delete(format!("{}/window", self.session)).call()?;
        self.try_post("/window", &json!({ "handle": window["handle"] }))?;
        // Only the window in front has the focus.
        self.chromium("Page.bringToFront", &json!({}));
        // The log has the messages of all windows.
        self.try_post("/se/log", &json!({ "type": "browser" }))?;
        Ok(())
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.try_post(path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    fn try_post(&self, path: &str, body: &Value) -> Result<Value, ureq::Error> {
        let mut answer = ureq::post(format!("{}{path}", self.session)).send_json(body)?;
        let mut answer: Value = answer.body_mut().read_json()?;
        Ok(answer["value"].take())
    }

    /// Runs a script and returns its value. If the value is a promise, waits until the promise is
    /// fulfilled.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.try_run(script).unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    fn try_run(&self, script: &str) -> Result<Value, ureq::Error> {
        self.try_post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    pub(crate) fn text(&self, id: &str) -> String {
        let found = self.run(&format!("return document.getElementById('{id}').textContent"));
        found.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until the page has received the answers to all its requests.
    pub(crate) fn wait(&self) {
        let start = Instant::now();
        // The script fails if the page is left meanwhile.
        while self.try_run(READY).ok().is_none_or(|ready| ready != true) {
            assert!(start.elapsed() < PATIENCE, "the page is never ready");
            sleep(Duration::from_millis(5));
        }
    }

    /// Deletes what the page at an address has stored in the browser.
    pub(crate) fn forget(&self, address: &str) {
        let parameters = json!({ "origin": address, "storageTypes": "local_storage" });
        self.chromium("Storage.clearDataForOrigin", &parameters);
    }

    pub(crate) fn open(&self, address: &str) {
        self.visit(address);
        self.wait();
    }

    /// Opens an address whose page may never be ready.
    pub(crate) fn visit(&self, address: &str) {
        // Without a blank page first, an address that differs only after `#` would not reload.
        self.post("/url", &json!({ "url": "about:blank" }));
        self.post("/url", &json!({ "url": address }));
    }

    /// Goes to another fragment of the page's address, as a click on a link would.
    pub(crate) fn follow(&self, fragment: &str) {
        let fragment = Value::from(fragment);
        self.run(&format!(
            "return new Promise((done) => {{
                addEventListener('popstate', () => setTimeout(done), {{ once: true }});
                location.hash = {fragment};
            }})"
        ));
        self.wait();
    }

    /// Opens the address that the page has now, as a link to it would.
    pub(crate) fn reopen(&self) {
        self.open(self.run("return location.href").as_str().expect("an address"));
    }

    pub(crate) fn reload(&self) {
        self.post("/refresh", &json!({}));
        self.wait();
    }

    fn element(&self, selector: &str) -> Value {
        let found = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        found[ELEMENT].clone()
    }

    pub(crate) fn click(&self, selector: &str) {
        let element = self.element(selector);
        let path = format!("/element/{}/click", element.as_str().expect("an id"));
        self.post(&path, &json!({}));
        self.wait();
    }

    /// Sets the value of a select or an input, and triggers the events that a user's choice would
    /// trigger.
    pub(crate) fn choose(&self, id: &str, value: &str) {
        let value = Value::from(value);
        self.run(&format!(
            "const control = document.getElementById('{id}'); control.value = {value};
             for (const name of ['input', 'change']) control.dispatchEvent(new Event(name));"
        ));
        self.wait();
    }

    pub(crate) fn keys(&self, keys: &str) {
        for key in keys.chars() {
            let key = key.to_string();
            let actions =
                json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
            let source = json!({ "type": "key", "id": "keyboard", "actions": actions });
            self.post("/actions", &json!({ "actions": [source] }));
            self.wait();
        }
    }

    pub(crate) fn drag(&self, from: &str, to: &str) {
        let actions = json!([
            self.over(from, 0),
            { "type": "pointerDown", "button": 0 },
            self.over(to, 50),
            { "type": "pointerUp", "button": 0 },
        ]);
        self.act(&actions);
    }

    /// Drags an element to a point of the window, and releases it there after `milliseconds`.
    pub(crate) fn hold(&self, from: &str, x: i32, y: i32, milliseconds: u32) {
        let origin = json!({ ELEMENT: self.element(from) });
        let actions = json!([
            { "type": "pointerMove", "duration": 0, "origin": origin, "x": 0, "y": 0 },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerMove", "duration": 50, "origin": "viewport", "x": x, "y": y },
            { "type": "pause", "duration": milliseconds },
            { "type": "pointerUp", "button": 0 },
        ]);
        self.act(&actions);
    }

    /// Presses the mouse or a finger at a point of the window, moves it by a way, and releases it.
    pub(crate) fn sweep(&self, pointer: &str, [x, y]: [f64; 2], way: [i32; 2]) {
        let actions = json!([
            { "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x.round(), "y": y.round() },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerMove", "duration": 150, "origin": "pointer", "x": way[0], "y": way[1] },
            { "type": "pointerUp", "button": 0 },
        ]);
        let parameters = json!({ "pointerType": pointer });
        self.perform(&[
            json!({ "type": "pointer", "id": pointer, "parameters": parameters, "actions": actions }),
        ]);
    }

    /// Touches a point of the window, moves the finger by a way, and lifts it. Unlike the fingers of
    /// `WebDriver`, it scrolls.
    pub(crate) fn finger(&self, from: [f64; 2], way: [f64; 2]) {
        let touch = |kind: &str, points: Value| {
            let parameters = json!({ "type": kind, "touchPoints": points });
            self.chromium("Input.dispatchTouchEvent", &parameters);
        };
        let at =
            |part: f64| json!([{ "x": from[0] + part * way[0], "y": from[1] + part * way[1] }]);
        touch("touchStart", at(0.0));
        for nth in 1..=8 {
            touch("touchMove", at(f64::from(nth) / 8.0));
            sleep(Duration::from_millis(20));
        }
        touch("touchEnd", json!([]));
        self.wait();
    }

    fn act(&self, actions: &Value) {
        let mouse = json!({ "type": "pointer", "id": "mouse", "actions": actions });
        self.perform(&[mouse]);
    }

    pub(crate) fn perform(&self, sources: &[Value]) {
        self.post("/actions", &json!({ "actions": sources }));
        self.wait();
    }

    /// Returns the action that moves a pointer to the middle of an element.
    pub(crate) fn over(&self, selector: &str, milliseconds: u32) -> Value {
        let origin = json!({ ELEMENT: self.element(selector) });
        json!({ "type": "pointerMove", "duration": milliseconds, "origin": origin, "x": 0, "y": 0 })
    }

    /// Moves the mouse to the middle of an element.
    pub(crate) fn point(&self, selector: &str) {
        self.act(&json!([self.over(selector, 0)]));
    }

    /// Clicks an element with a mouse button: 0 is left, 2 is right.
    pub(crate) fn press(&self, selector: &str, button: u32) {
        let actions = json!([
            self.over(selector, 0),
            { "type": "pointerDown", "button": button },
            { "type": "pointerUp", "button": button },
        ]);
        self.act(&actions);
    }

    /// Goes one page through the browser's history: `way` is `back` or `forward`.
    pub(crate) fn walk(&self, way: &str) {
        self.post(&format!("/{way}"), &json!({}));
        self.wait();
    }

    pub(crate) fn resize(&self, width: u32, height: u32) {
        self.post("/window/rect", &json!({ "width": width, "height": height }));
        self.wait();
    }

    /// Sends a command of the Chrome `DevTools` protocol, for features that `WebDriver` lacks.
    fn chromium(&self, command: &str, parameters: &Value) {
        let body = json!({ "cmd": command, "params": parameters });
        self.post("/goog/cdp/execute", &body);
    }

    /// Emulates a medium such as `print` and media features such as `forced-colors`.
    pub(crate) fn emulate(&self, medium: &str, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        let parameters = json!({ "media": medium, "features": features });
        self.chromium("Emulation.setEmulatedMedia", &parameters);
    }

    /// Sets the size of the viewport in CSS pixels. Unlike a browser window, the viewport may be
    /// very small.
    pub(crate) fn view(&self, width: u32, height: u32) {
        let parameters = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.chromium("Emulation.setDeviceMetricsOverride", &parameters);
        self.wait();
    }

    /// Makes the device one with a touch screen.
    pub(crate) fn touch(&self) {
        let parameters = json!({ "enabled": true, "maxTouchPoints": 5 });
        self.chromium("Emulation.setTouchEmulationEnabled", &parameters);
    }

    /// Sets the user's preferred font size in pixels.
    pub(crate) fn prefer_letters(&self, size: u32) {
        self.chromium("Page.setFontSizes", &json!({ "fontSizes": { "standard": size } }));
    }

    /// Returns the errors and warnings in the browser's console, and the addresses of requests to
    /// hosts other than `host`.
    pub(crate) fn complaints(&self, host: &str) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        let entries = log.as_array().expect("a list").iter();
        let mut complaints: Vec<String> = entries.map(ToString::to_string).collect();
        let asked = self.run("return performance.getEntries().map((entry) => entry.name)");
        let asked = asked.as_array().expect("a list").iter().filter_map(Value::as_str);
        let foreign = asked.filter(|name| name.starts_with("http") && !name.starts_with(host));
        complaints.extend(foreign.map(str::to_owned));
        complaints
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // After a failure, the browser may be in any state.
        if !panicking()
            && let Ok(mut idle) = IDLE.lock()
        {
            idle.extend(self.driver.take());
        }
    }
}

/// Waits until a condition becomes true. Panics after [`PATIENCE`].
pub(crate) fn until(what: &str, is_true: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < PATIENCE, "it never comes true: {what}");
        sleep(Duration::from_millis(20));
    }
}
