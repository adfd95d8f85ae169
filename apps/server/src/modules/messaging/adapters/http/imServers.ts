import { answerCodes, apiHeaders, DeviceInfo, FlowUpload, imPaths } from '@parley/im'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import * as v from 'valibot'
import { notStored } from '../../../../platform/http/headers.ts'
import { siteOf } from '../../../../platform/http/siteOf.ts'
import type { CreateRateLimit } from '../../../../platform/rateLimit.ts'
import type { SiteService } from '../../../site/index.ts'
import type { OnlinePeople } from '../../ports/onlinePeople.ts'

/** A page sends one device description and, while its connection is bad, a batch every few seconds; many share an address. */
const uploadsPerAddress = { times: 300, perS: 60 }
const questionsPerAddress = { times: 600, perS: 60 }
const maxBodyBytes = 64 * 1024
/** Kinds of flow logs that are counted by name; any other kind counts as `other`. */
const flowTypes = ['connectError', 'connectionLost'] as const

export interface ImServersDeps {
	sites: Pick<SiteService, 'findByHost'>
	onlinePeople: OnlinePeople
	createRateLimit: CreateRateLimit
	registry: Registry
}

/** The api server and the monitor server of messaging (IMH), at the same address as the rest. */
export async function serveImServers(app: FastifyInstance, deps: ImServersDeps) {
	await app.register(async server => {
		// `sign` covers the body as sent; and a closing page sends text.
		server.removeAllContentTypeParsers()
		server.addContentTypeParser(
			['application/json', 'text/plain'],
			{ parseAs: 'string', bodyLimit: maxBodyBytes },
			(_request, body, done) => done(null, body),
		)
		serveOnline(server, deps)
		serveMonitor(server, deps)
	})
}

const header = ({ headers }: FastifyRequest, name: string): string => {
	const value = headers[name]
	return typeof value === 'string' ? value : ''
}
const bodyOf = ({ body }: FastifyRequest): string => (typeof body === 'string' ? body : '')

function serveOnline(app: FastifyInstance, { sites, onlinePeople, createRateLimit }: ImServersDeps) {
	const limit = createRateLimit('im-online-address', questionsPerAddress.times, questionsPerAddress.perS)
	app.post(imPaths.userOnline, async (request, reply) => {
		reply.header('cache-control', notStored)
		const site = await siteOf(sites, request)
		const counted = await limit.consume(request.clientAddress)
		if (!counted.ok) return { code: answerCodes.tooMany, msg: 'tooMany', onlineUsers: [] }
		return onlinePeople({
			body: bodyOf(request),
			token: header(request, apiHeaders.token),
			appId: header(request, apiHeaders.appId),
			ownAppId: site.id,
			sign: header(request, apiHeaders.sign),
			signVersion: header(request, apiHeaders.signVersion),
		})
	})
}

/** Reports from clients are counted and not stored: no data about a single person is needed. */
function serveMonitor(app: FastifyInstance, { sites, createRateLimit, registry }: ImServersDeps) {
	const limit = createRateLimit('im-monitor', uploadsPerAddress.times, uploadsPerAddress.perS)
	const devices = new Counter({
		name: 'parley_im_devices_total',
		help: 'Device descriptions sent by messaging clients',
		registers: [registry],
	})
	const flows = new Counter({
		name: 'parley_im_client_flows_total',
		help: 'Connection events reported by messaging clients, by kind',
		labelNames: ['type'],
		registers: [registry],
	})
	const uploads = [
		{ path: imPaths.device, schema: DeviceInfo, count: () => devices.inc() },
		{
			path: imPaths.flow,
			schema: FlowUpload,
			count({ flows: list }: v.InferOutput<typeof FlowUpload>) {
				for (const { type } of list) flows.inc({ type: flowTypes.find(known => known === type) ?? 'other' })
			},
		},
	] as const
	for (const { path, schema, count } of uploads) {
		app.post(path, async (request, reply) => {
			reply.header('cache-control', notStored)
			await siteOf(sites, request)
			const counted = await limit.consume(request.clientAddress)
			if (!counted.ok) return reply.code(429).send({ code: answerCodes.tooMany, msg: 'tooMany' })
			const parsed = v.safeParse(schema, parseJson(bodyOf(request)))
			if (!parsed.success) return reply.code(422).send({ code: answerCodes.invalidData, msg: 'invalidData' })
			count(parsed.output as never)
			return { code: answerCodes.ok }
		})
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
