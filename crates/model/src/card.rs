//! What a container tool says of itself to people and models (spec 5 "Output Format"): HTML that cannot do harm, the
//! card around it, and text that cannot pass for an order.

mod colour;
mod css;
mod for_model;
mod html;
mod named_colours;
mod title;

pub use colour::{Colour, ColourError};
pub use for_model::{TEXT_MAX, for_model};
pub use html::{CardHtml, ELEMENTS_MAX, HTML_MAX, HtmlTooLarge};
pub use title::{TITLE_MAX, one_line, title};
