// Signs in with the token of the link that the first start printed, so that nobody has to copy it.
// A fragment never leaves the browser; it is taken out of the address bar as soon as it is read.
"use strict";

(() => {
  const token = new URLSearchParams(window.location.hash.slice(1)).get("token");
  if (!token) return;
  window.history.replaceState(null, "", window.location.pathname);
  // The page's own script makes `window.ui`, which knows its ways to sign in once it has read the document:
  // until then it answers null.
  const signIn = () => {
    if (!window.ui || window.ui.preauthorizeApiKey("bearer", token) === null) window.setTimeout(signIn, 50);
  };
  window.addEventListener("load", signIn);
})();
