import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { type Locale, parseLocale, type SiteId } from '@parley/core'
import { imPaths } from '@parley/im'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { contentPolicy, notStored } from '../../../../platform/http/headers.ts'
import { languageVary, writtenLanguage } from '../../../../platform/http/pageLanguage.ts'
import { escaped, plainPage, plainPagePolicy } from '../../../../platform/http/plainPage.ts'
import { siteOf } from '../../../../platform/http/siteOf.ts'
import type { SiteService } from '../../../site/index.ts'

/** Credentials for the demo page of the messaging SDK; public, as the start prints them too. */
export interface ImDemo {
	siteId: SiteId
	group: string
	room: string
	password: string
	people: readonly { name: string; userId: string; displayName: string }[]
}

export interface ImPageDeps {
	sites: Pick<SiteService, 'findByHost'>
	/** Folder of the built page. */
	folder: string
	demo: ImDemo
}

const page = '/im/'

/** Serves the demo page of the messaging SDK, which is the target of group QR codes. Only with demo data. */
export async function serveImPage(app: FastifyInstance, { sites, folder, demo }: ImPageDeps) {
	app.get('/im/demo', async (request, reply) => {
		reply.header('cache-control', notStored)
		const site = await siteOf(sites, request)
		if (site.id !== demo.siteId) return reply.code(404).send({ code: 404, message: 'missing' })
		const { siteId, ...rest } = demo
		return { appId: siteId, ...rest }
	})
	app.get(imPaths.group, async (request, reply) =>
		reply.redirect(`${page}?${new URLSearchParams({ ...invitationOf(request), ...languageOf(request) })}`),
	)
	if (!existsSync(folder)) return
	await app.register(fastifyStatic, {
		root: folder,
		prefix: page,
		// Other addresses below it are calls.
		wildcard: false,
		decorateReply: false,
		preCompressed: true,
		setHeaders: reply => {
			reply.header('content-security-policy', contentPolicy({ scriptHashes: [], styleHashes: [] }))
		},
	})
	app.get('/im', async (_, reply) => reply.redirect(page))
}

const texts = {
	zh: {
		title: '群邀请',
		group: (name: string) => `邀请您加入群组“${name}”。`,
		unknown: '此邀请无效或已过期。请向邀请人索取新的二维码。',
		app: '请用支持消息功能的应用扫描此二维码加入；网页版暂不支持加入群组。',
	},
	en: {
		title: 'Group invitation',
		group: name => `You’re invited to the group “${name}”.`,
		unknown: 'This invitation isn’t valid or has expired. Please ask for a new code.',
		app: 'To join, scan the code with an app that supports messaging. The web page can’t join groups yet.',
	},
} satisfies Record<Locale, { title: string; group(name: string): string; unknown: string; app: string }>

export interface GroupInvitationDeps {
	sites: Pick<SiteService, 'findByHost'>
	/** Returns the name of the group a code admits to; undefined if it does not. */
	invitedTo(siteId: SiteId, gid: string, code: string): Promise<string | undefined>
}

/** Serves the target of a group's QR code if no page can join it: it names the group to holders of a valid code. */
export function serveGroupInvitation(app: FastifyInstance, { sites, invitedTo }: GroupInvitationDeps) {
	app.get(imPaths.group, async (request, reply) => {
		const site = await siteOf(sites, request)
		const { gid, code } = invitationOf(request)
		const name = await invitedTo(site.id, gid, code)
		const language = writtenLanguage(site.settings.language, request)
		const say = texts[language]
		const lines = name === undefined ? [say.unknown] : [say.group(name), say.app]
		return reply
			.code(name === undefined ? 404 : 200)
			.header('content-security-policy', plainPagePolicy)
			.header('cache-control', notStored)
			.header('vary', languageVary)
			.type('text/html; charset=utf-8')
			.send(plainPage({ language, title: say.title, body: lines.map(line => `<p>${escaped(line)}</p>`).join('') }))
	})
}

/** The page is shown in the language an address names. */
function languageOf({ query }: FastifyRequest): { language?: Locale } {
	const { language } = query as { language?: unknown }
	const locale = typeof language === 'string' ? parseLocale(language) : undefined
	return locale ? { language: locale } : {}
}

/** Reads the fields of a code; missing or repeated fields are invalid. */
function invitationOf({ query }: FastifyRequest): { gid: string; code: string } {
	const field = (value: unknown) => (typeof value === 'string' ? value : '')
	const { gid, code } = query as { gid?: unknown; code?: unknown }
	return { gid: field(gid), code: field(code) }
}
