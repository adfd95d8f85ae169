import { createHash } from 'node:crypto'
import { type Locale, localeTags } from '@parley/core'
import { marked } from 'marked'
import sanitize from 'sanitize-html'

/** Document pages (agreements, help) are shown in a frame of the page. They have their own style and run no scripts. */

const darkTheme = '--ground:#0a0d16;--ink:#e8eaf2;--quiet:#a3a9bd;--line:#1d2437;--link:#8fa1ff;color-scheme:dark'
const baseStyle = `
:root{--ground:#fff;--ink:#0f1424;--quiet:#5a6176;--line:#e4e6ee;--link:#2f4bff;color-scheme:light}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${darkTheme}}}
:root[data-theme=dark]{${darkTheme}}
body{margin:0 auto;max-width:680px;padding:20px 20px calc(32px + env(safe-area-inset-bottom));background:var(--ground);color:var(--ink);
font:calc(16px*var(--text-scale,1))/1.65 -apple-system,"PingFang SC","HarmonyOS Sans SC","MiSans","Noto Sans CJK SC",system-ui,sans-serif;overflow-wrap:anywhere}
:root:lang(en) body{font-family:-apple-system,system-ui,Roboto,"Noto Sans","PingFang SC","Noto Sans CJK SC",sans-serif}
h1{font-size:1.5em;line-height:1.3;margin:0 0 8px}h2{font-size:1.125em;line-height:1.4;margin:28px 0 8px}h3{font-size:1em;margin:20px 0 4px}
p,li{margin:8px 0}ul,ol{padding-inline-start:22px}em{color:var(--quiet);font-style:normal}a{color:var(--link)}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid var(--line);padding:6px 10px;text-align:start}
hr{border:0;border-top:1px solid var(--line);margin:24px 0}img{max-width:100%}`

export interface DocumentPage {
	language: Locale
	title: string
	/** Sanitised HTML. */
	body: string
	/** Defaults to the device's preference. */
	theme?: 'light' | 'dark' | undefined
}

/** Renders document pages of one style; returns their HTML and Content-Security-Policy. */
export function createDocumentStyle(more = '') {
	const style = baseStyle + more
	return {
		policy: [
			"default-src 'none'",
			`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
			"img-src 'self' data: https:",
			"base-uri 'none'",
			"form-action 'none'",
			"frame-ancestors 'self'",
		].join('; '),
		document: ({ language, title, body, theme }: DocumentPage): string =>
			[
				`<!doctype html><html lang="${localeTags[language]}"${theme ? ` data-theme="${theme}"` : ''}>`,
				'<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
				`<title>${plainText(title)}</title><style>${style}</style></head>`,
				`<body>${body}</body></html>`,
			].join(''),
	}
}

/** The heading of a Markdown text, and the text as sanitised HTML. */
export function renderMarkdown(markdown: string): { title: string; body: string } {
	return {
		title: /^#\s+(.+)$/m.exec(markdown)?.[1] ?? '',
		body: sanitize(marked.parse(markdown, { async: false }), {
			allowedTags: [...sanitize.defaults.allowedTags, 'img'],
			transformTags: { a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }) },
		}),
	}
}

export const plainText = (text: string): string => sanitize(text, { allowedTags: [] })
