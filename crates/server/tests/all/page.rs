//! The page's address, whether the page was built or not.
#![allow(clippy::unwrap_used)]

use pegboard_testkit::House;
use reqwest::Response;

async fn get(house: &House, path: &str) -> Response {
    let client = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
    client.build().unwrap().get(format!("{}{path}", house.url())).send().await.unwrap()
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("-", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn everybody_gets_the_page_under_its_policy_or_is_told_that_it_was_not_built() {
    let house = House::start().await;
    for (path, place) in [("/", "/ui/"), ("/ui", "/ui/")] {
        let response = get(&house, path).await;
        assert!(response.status().is_redirection(), "{path}");
        assert_eq!(header(&response, "location"), place);
    }
    let session = house.get("/session").await.ok();
    let sandbox = session["sandbox_origin"].as_str().unwrap();
    for path in ["/ui/", "/ui/calls/1"] {
        let response = get(&house, path).await;
        let policy = header(&response, "content-security-policy").to_owned();
        assert!(
            policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(policy.ends_with(&format!(
            "; frame-src {sandbox} http://localhost:* https://localhost:* http://127.0.0.1:* https://127.0.0.1:*"
        )));
        assert_eq!(header(&response, "cross-origin-opener-policy"), "same-origin");
        assert_eq!(header(&response, "x-content-type-options"), "nosniff");
        assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8");
        match response.status().as_u16() {
            200 => assert_eq!(header(&response, "cache-control"), "no-cache"),
            404 => assert!(response.text().await.unwrap().contains("make run")),
            other => panic!("{path}: {other}"),
        }
    }
    assert_eq!(get(&house, "/ui/assets/none.js").await.status(), 404);
    assert_eq!(get(&house, "/ui/..%2f..%2fCargo.toml").await.status(), 404);
}
