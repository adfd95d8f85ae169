import { createHash } from 'node:crypto'
import { type Locale, localeTags } from '@parley/core'
import { plainText } from './documentPage.ts'

/** Engines without custom properties or modules must read it, so it uses neither. */
const style = `
body{margin:0 auto;max-width:480px;padding:56px 24px;background:#f4f5f8;color:#0f1424;
font:16px/1.6 -apple-system,"PingFang SC","Noto Sans CJK SC","Microsoft YaHei",Roboto,sans-serif;word-wrap:break-word}
main{display:block}h1{font-size:24px;line-height:1.3;margin:0 0 12px}p{margin:0 0 16px}.quiet{color:#5a6176;font-size:14px}
.address{padding:12px 16px;border-radius:10px;background:#fff;word-break:break-all}
a{color:#2f4bff}p a{display:inline-block;padding:10px 4px}
a.again{display:block;margin-top:28px;padding:14px 16px;border-radius:16px;background:#2f4bff;color:#fff;text-align:center;text-decoration:none}
@media (prefers-color-scheme:dark){body{background:#0a0d16;color:#f3f5fb}.quiet{color:#96a1ba}.address{background:#141928}a{color:#a5b3ff}
a.again{background:#8fa1ff;color:#0a0d16}}`

/** Content-Security-Policy of a plain page: no scripts, no requests. */
export const plainPagePolicy = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'self'",
].join('; ')

/** A page with a heading and paragraphs that works without the built page and names no site. */
export const plainPage = ({ language, title, body }: { language: Locale; title: string; body: string }) =>
	[
		`<!doctype html><html lang="${localeTags[language]}"><head><meta charset="utf-8">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
		`<title>${escaped(title)}</title><style>${style}</style></head><body><main>`,
		`<h1>${escaped(title)}</h1>${body}</main></body></html>`,
	].join('')

export const escaped = (text: string): string => plainText(text).replace(/"/g, '&quot;')
