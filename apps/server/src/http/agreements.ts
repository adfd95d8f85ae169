import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { marked } from 'marked'
import sanitize from 'sanitize-html'
import * as v from 'valibot'
import { pageNames, type SiteService } from '../modules/site/index.ts'
import { siteOf } from './caller.ts'

const Asked = v.object({
	name: v.picklist(pageNames),
	language: v.fallback(v.picklist(['zh', 'en']), 'zh'),
	/** Without one, as the device likes it. */
	theme: v.fallback(v.optional(v.picklist(['light', 'dark'])), undefined),
})

const dark = '--ground:#0a0d16;--ink:#e8eaf2;--quiet:#a3a9bd;--line:#1d2437;--link:#8fa1ff;color-scheme:dark'
const style = `
:root{--ground:#fff;--ink:#0f1424;--quiet:#5a6176;--line:#e4e6ee;--link:#2f4bff;color-scheme:light}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}
body{margin:0 auto;max-width:680px;padding:20px 20px calc(32px + env(safe-area-inset-bottom));background:var(--ground);color:var(--ink);
font:16px/1.65 -apple-system,"PingFang SC","HarmonyOS Sans SC","MiSans","Noto Sans CJK SC",system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:24px;line-height:1.3;margin:0 0 8px}h2{font-size:18px;line-height:1.4;margin:28px 0 8px}h3{font-size:16px;margin:20px 0 4px}
p,li{margin:8px 0}ul,ol{padding-inline-start:22px}em{color:var(--quiet);font-style:normal}a{color:var(--link)}
table{border-collapse:collapse;display:block;overflow-x:auto}td,th{border:1px solid var(--line);padding:6px 10px;text-align:start}
hr{border:0;border-top:1px solid var(--line);margin:24px 0}img{max-width:100%}`

const policy = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
	"img-src 'self' data: https:",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'self'",
].join('; ')

/** The agreement pages of each site, shown in a frame by the page (ROUTE-25, ROUTE-29). */
export function serveAgreements(app: FastifyInstance, sites: SiteService) {
	app.get('/agreements/:name', async (request, reply) => {
		const asked = v.safeParse(Asked, fieldsOf(request))
		if (!asked.success) return reply.callNotFound()
		const { name, language, theme } = asked.output
		const site = await siteOf(sites, request)
		const text = await sites.page(site, name, language)
		return reply
			.header('content-security-policy', policy)
			.header('cache-control', 'no-cache')
			.type('text/html; charset=utf-8')
			.send(documentOf(text, language, theme))
	})
}

const fieldsOf = ({ params, query }: FastifyRequest) => ({ ...(query as object), ...(params as object) })

function documentOf(markdown: string, language: string, theme: string | undefined): string {
	const title = /^#\s+(.+)$/m.exec(markdown)?.[1] ?? ''
	const body = sanitize(marked.parse(markdown, { async: false }), {
		allowedTags: [...sanitize.defaults.allowedTags, 'img'],
		transformTags: { a: sanitize.simpleTransform('a', { target: '_blank', rel: 'noopener noreferrer' }) },
	})
	return [
		`<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"${theme ? ` data-theme="${theme}"` : ''}>`,
		'<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
		`<title>${sanitize(title, { allowedTags: [] })}</title><style>${style}</style></head>`,
		`<body>${body}</body></html>`,
	].join('')
}
