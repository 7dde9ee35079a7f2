//! Signatures of what is delivered: `Pegboard-Signature: t=1769860800,v1=HEX`, an HMAC-SHA-256 with the webhook's secret over
//! `1769860800.BODY`.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

pub(crate) const SIGNATURE_HEADER: &str = "Pegboard-Signature";
/// What tells an unsigned delivery from every other.
pub(crate) const DELIVERY_HEADER: &str = "Pegboard-Delivery";
/// Seconds that the clocks of both sides may differ.
pub(crate) const CLOCK_MAX_SECONDS: i64 = 300;

/// Why a signature does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SignatureError {
    #[error("a signature is `t=SECONDS,v1=HEX`")]
    Format,
    #[error("the signature was made more than {CLOCK_MAX_SECONDS} seconds ago, or ahead")]
    Time,
    #[error("the signature does not hold for this body")]
    Wrong,
}

/// Checks a signature at a moment, in seconds since 1970.
pub(crate) fn check(secret: &str, header: &str, body: &[u8], now: i64) -> Result<(), SignatureError> {
    let (time, signature) = header.trim().split_once(',').ok_or(SignatureError::Format)?;
    let time = time.trim().strip_prefix("t=").ok_or(SignatureError::Format)?;
    let signature = signature.trim().strip_prefix("v1=").and_then(unhex).ok_or(SignatureError::Format)?;
    let seconds: i64 = time.parse().map_err(|_| SignatureError::Format)?;
    let mut mac: Hmac<Sha256> =
        KeyInit::new_from_slice(secret.as_bytes()).map_err(|_| SignatureError::Wrong)?;
    mac.update(time.as_bytes());
    mac.update(b".");
    mac.update(body);
    // Takes as long whatever it is compared with.
    mac.verify_slice(&signature).map_err(|_| SignatureError::Wrong)?;
    if seconds.abs_diff(now) > CLOCK_MAX_SECONDS.unsigned_abs() {
        return Err(SignatureError::Time);
    }
    Ok(())
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{SignatureError, check};

    /// As `printf '1769860800.{"a":1}' | openssl dgst -sha256 -hmac secret` says.
    const SIGNED: &str = "t=1769860800,v1=208532811a03041753892608882fb508cd61f847f3a4261eea6a5b1152498072";
    const BODY: &[u8] = br#"{"a":1}"#;

    #[test]
    fn a_signature_holds_for_its_body_key_and_time() {
        assert_eq!(check("secret", SIGNED, BODY, 1_769_860_900), Ok(()));
        assert_eq!(check("secret", SIGNED, br#"{"a":2}"#, 1_769_860_900), Err(SignatureError::Wrong));
        assert_eq!(check("other", SIGNED, BODY, 1_769_860_900), Err(SignatureError::Wrong));
        assert_eq!(check("secret", SIGNED, BODY, 1_769_861_200), Err(SignatureError::Time));
        assert_eq!(check("secret", SIGNED, BODY, i64::MIN), Err(SignatureError::Time));
        let later = SIGNED.replace("800,", "900,");
        assert_eq!(check("secret", &later, BODY, 1_769_860_900), Err(SignatureError::Wrong));
    }

    #[test]
    fn what_is_no_signature_is_refused() {
        for text in ["", "t=1", "v1=00,t=1", "t=x,v1=00", "t=1,v1=0", "t=1,v1=ü0", "t=1,v1=zz"] {
            assert_eq!(check("secret", text, BODY, 1), Err(SignatureError::Format), "{text}");
        }
    }
}
