import { readFileSync } from 'node:fs'
import { type HelpTopic, helpPath, helpTopics } from '@parley/api'
import { type Locale, locales, localeTags } from '@parley/core'
import type { FastifyInstance } from 'fastify'
import { createDocumentStyle, renderMarkdown } from '../../../platform/http/documentPage.ts'
import { languageVary, writtenLanguage } from '../../../platform/http/pageLanguage.ts'
import type { SiteService } from '../../site/index.ts'

const folder = new URL('../../../../pages/help/', import.meta.url)
const titles: Record<Locale, string> = { zh: '帮助中心', en: 'Help' }

/** One article is shown, the one the address names behind its `#`; without one, the list of all. */
const oneAtATime = [
	'article{display:none}article:target{display:block}article:target~nav{display:none}',
	`${locales.map(locale => `.${locale}`).join()}{display:none}`,
	`${locales.map(locale => `html[lang^=${locale}] .${locale}`).join()}{display:block}`,
	'nav a{display:block;padding:10px 0;border-bottom:1px solid var(--line);text-decoration:none}td:first-child{white-space:nowrap}',
].join('\n')

const { document, policy } = createDocumentStyle(oneAtATime)

/**
 * The help of the product: every article in every language in one page, so that an article is an address with a `#`
 * (HELP-02, HELP-04). A page that frames it sets the language by the `lang` of the document.
 */
export function serveHelp(app: FastifyInstance, sites: Pick<SiteService, 'languageAt'>) {
	app.get('/meeting/meetings', async (request, reply) => {
		const language = writtenLanguage(await sites.languageAt(request.host), request)
		return reply
			.header('content-security-policy', policy)
			.header('cache-control', 'no-cache')
			.header('vary', languageVary)
			.type('text/html; charset=utf-8')
			.send(document({ language, title: titles[language], body: helpBody() }))
	})
}

let renderedBody: string | undefined

/** Renders the articles at the first request: at startup it would take a third of the time. */
function helpBody(): string {
	renderedBody ??= renderBody()
	return renderedBody
}

function renderBody(): string {
	const topics = Object.values(helpTopics).flat()
	const inAllLanguages = (of: (language: Locale) => string) =>
		locales.map(language => `<div class="${language}" lang="${localeTags[language]}">${of(language)}</div>`).join('')

	const articles = topics.map(
		topic =>
			`<article id="${helpPath(topic)}">${inAllLanguages(language => articleText(topic, language).body)}</article>`,
	)
	const links = topics.map(
		topic => `<a href="#${helpPath(topic)}">${inAllLanguages(language => articleText(topic, language).title)}</a>`,
	)
	return `${articles.join('')}<nav>${inAllLanguages(language => `<h1>${titles[language]}</h1>`)}${links.join('')}</nav>`
}

const articleText = (topic: HelpTopic, language: Locale) =>
	renderMarkdown(readFileSync(new URL(`${topic}.${language}.md`, folder), 'utf8'))
