//! What a client says of where and when it is, for tools that want to know (spec 5).

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::time::Timestamp;

/// The longest text in it, in characters; the rest is cut off.
const TEXT_CHARS: usize = 200;

/// Where and when a client is. What is not known is `null`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Telemetry {
    /// Degrees north.
    pub lat: Option<f64>,
    /// Degrees east.
    pub lon: Option<f64>,
    /// The city.
    pub city: Option<String>,
    /// The country.
    pub country: Option<String>,
    /// The client's time, as it wrote it.
    pub time: Option<String>,
    /// Such as `en-MT`.
    pub locale: Option<String>,
    /// Such as `en-US`.
    pub language: Option<String>,
}

/// The text is no telemetry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("telemetry is an object with lat, lon, city, country, time, locale and language; `{key}` {what}")]
pub struct TelemetryError {
    key: String,
    what: &'static str,
}

impl Telemetry {
    /// Reads what clients send: the seven fields, those of a `location` within it included. Other keys are not looked at.
    ///
    /// # Errors
    /// When a field has a value of another type.
    pub fn read(map: &Map<String, Value>) -> Result<Self, TelemetryError> {
        let location = map.get("location").and_then(Value::as_object);
        let find = |key: &str| {
            let within = || location.and_then(|location| location.get(key));
            map.get(key).filter(|value| !value.is_null()).or_else(within).filter(|value| !value.is_null())
        };
        let wrong = |key: &str, what| TelemetryError { key: key.to_owned(), what };
        let degrees = |names: [&str; 2], most: f64| match names.iter().find_map(|name| find(name)) {
            None => Ok(None),
            Some(value) => match value.as_f64().filter(|degrees| degrees.abs() <= most) {
                Some(degrees) => Ok(Some(degrees)),
                None => Err(wrong(names[0], "must be a number of degrees")),
            },
        };
        let text = |key: &str| match find(key) {
            None => Ok(None),
            Some(Value::String(text)) => {
                let text = text.chars().filter(|c| !c.is_control()).take(TEXT_CHARS).collect();
                Ok(Some(text))
            }
            Some(_) => Err(wrong(key, "must be a text")),
        };
        Ok(Self {
            lat: degrees(["lat", "latitude"], 90.0)?,
            lon: degrees(["lon", "longitude"], 180.0)?,
            city: text("city")?,
            country: text("country")?,
            time: text("time")?,
            locale: text("locale")?,
            language: text("language")?,
        })
    }

    /// The same with a time, where the client said none.
    #[must_use]
    pub fn at(self, now: Timestamp) -> Self {
        Self { time: self.time.or_else(|| Some(now.to_string())), ..self }
    }
}

impl<'de> Deserialize<'de> for Telemetry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = Map::deserialize(deserializer)?;
        Self::read(&map).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use serde_json::json;

    use super::Telemetry;

    #[test]
    fn what_is_nested_comes_to_the_top_and_what_is_not_known_is_null() {
        let sent = json!({"location": {"lat": 35.8762, "lon": 14.5366, "city": "Valletta"}, "country": "Malta", "x": 1});
        let telemetry: Telemetry = serde_json::from_value(sent).unwrap();
        assert_eq!(
            serde_json::to_value(&telemetry).unwrap(),
            json!({
                "lat": 35.8762, "lon": 14.5366, "city": "Valletta", "country": "Malta",
                "time": null, "locale": null, "language": null
            })
        );
        assert_eq!(
            serde_json::from_value::<Telemetry>(serde_json::to_value(&telemetry).unwrap()).unwrap(),
            telemetry
        );
    }

    #[test]
    fn a_value_of_another_type_is_refused() {
        for bad in [json!({"lat": "north"}), json!({"city": 3}), json!({"lat": 91}), json!([])] {
            assert!(serde_json::from_value::<Telemetry>(bad.clone()).is_err(), "{bad}");
        }
    }
}
