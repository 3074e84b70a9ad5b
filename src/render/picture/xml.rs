//! Helpers for writing XML.

use xmlwriter::XmlWriter;

pub(super) fn attributes(xml: &mut XmlWriter, attributes: &[(&str, &str)]) {
    for (name, value) in attributes {
        xml.write_attribute(name, value);
    }
}

/// Escapes a text for XML, except quotation marks, which `XmlWriter` escapes in attributes.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
