//! Limits of what a tool says to people in a card, and to a model in text.

use pegboard_model::card::{ELEMENTS_MAX, HTML_MAX, TEXT_MAX, TITLE_MAX};

use super::item::{bytes, characters, count};
use crate::http::wire::system::Limit;

pub(super) fn cards() -> Vec<Limit> {
    vec![
        bytes("card_html", HTML_MAX, "HTML of a card, before and after it was cleaned"),
        count("card_elements", ELEMENTS_MAX, "Elements in it"),
        characters("card_title", TITLE_MAX, "A card's title; the rest is cut"),
        characters("model_text", TEXT_MAX, "Text of a container tool that a model reads; the rest is cut"),
    ]
}
