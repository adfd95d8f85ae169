import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createManualClock } from '../../../platform/testing/index.ts'
import { createHttpHookSender, signHookBody } from './httpHook.ts'
import { type SenderSetup, senderSuite } from './sender.suite.ts'
import { createTencentCloudSender } from './tencentCloud.ts'

interface ReceivedRequest {
	method: string
	headers: IncomingHttpHeaders
	body: string
}
type Respond = (request: ReceivedRequest, response: ServerResponse) => void

const servers: Server[] = []
afterEach(async () => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections()
		await new Promise(resolve => server.close(resolve))
	}
})

/** The server of a provider, whose answer can be changed. */
async function startServer(usual: Respond) {
	let respond = usual
	const requests: ReceivedRequest[] = []
	const server = createServer(async (request, response) => {
		let body = ''
		for await (const part of request.setEncoding('utf8')) body += part
		const received = { method: request.method ?? '', headers: request.headers, body }
		requests.push(received)
		respond(received, response)
	})
	servers.push(server)
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	return {
		url,
		requests,
		answer(other: Respond = usual) {
			respond = other
		},
	}
}

const neverAnswer: Respond = () => {}
const dropConnection: Respond = (_, response) => void response.socket?.destroy()
const status =
	(code: number, headers = {}): Respond =>
	(_, response) =>
		void response.writeHead(code, headers).end('no')

describe('the HTTP hook', () => {
	const secret = 'a very secret secret'
	const clock = createManualClock(1_700_000_000_500)

	async function start(): Promise<SenderSetup & { requests: ReceivedRequest[] }> {
		const taken: { to: string; about: string }[] = []
		const server = await startServer((request, response) => {
			const { to, code, topic } = JSON.parse(request.body)
			taken.push({ to, about: code ?? topic })
			response.writeHead(204).end()
		})
		return {
			sender: createHttpHookSender({ url: `${server.url}/send`, secret, timeoutMs: 200 }, clock),
			requests: server.requests,
			delivered: () => taken,
			break: {
				'it answers 500': () => server.answer(status(500)),
				'it answers 403': () => server.answer(status(403)),
				'it sends elsewhere': () => server.answer(status(307, { location: `${server.url}/other` })),
				'it does not answer': () => server.answer(neverAnswer),
				'it hangs up': () => server.answer(dropConnection),
				recovered: () => server.answer(),
			},
		}
	}

	senderSuite(start, ['it answers 500', 'it answers 403', 'it sends elsewhere', 'it does not answer', 'it hangs up'])

	test('signs the time and the body as it was sent', async () => {
		const { sender, requests } = await start()
		await sender.send({
			kind: 'code',
			to: '+8613800000001',
			text: '验证码 042137',
			code: '042137',
			minutes: 5,
			language: 'zh',
		})
		const [{ method, headers, body }] = requests as [ReceivedRequest]
		expect(method).toBe('POST')
		expect(JSON.parse(body)).toEqual({
			kind: 'code',
			to: '+8613800000001',
			text: '验证码 042137',
			code: '042137',
			minutes: 5,
			language: 'zh',
		})
		expect(headers['x-parley-timestamp']).toBe('1700000000')
		expect(headers['x-parley-signature']).toBe(signHookBody(secret, '1700000000', body))
		expect(signHookBody('secret', '1', '{}')).toBe(
			'sha256=1122767b193110cfec322b6f199b599edbf608ed087f2d27afb0b97d99523908',
		)
		expect(signHookBody(secret, '1700000001', body)).not.toBe(headers['x-parley-signature'])
	})

	test('an address without a listener is a failure', async () => {
		const { url } = await startServer(neverAnswer)
		await new Promise(resolve => servers.splice(0)[0]?.close(resolve))
		const sender = createHttpHookSender({ url, secret }, clock)
		const message = {
			kind: 'code',
			to: '+8613800000001',
			text: '',
			code: '042137',
			minutes: 5,
			language: 'en',
		} as const
		await expect(sender.send(message)).rejects.toThrow()
	})
})

describe('Tencent Cloud', () => {
	const reply =
		(body: object): Respond =>
		(_, response) =>
			void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ Response: body }))
	const refuses = reply({
		Error: { Code: 'AuthFailure.SignatureFailure', Message: 'for +8613800000001' },
		RequestId: 'r',
	})
	const statusOf = (code: string): Respond =>
		reply({
			SendStatusSet: [{ Code: code, Message: 'for +8613800000001', PhoneNumber: '+8613800000001' }],
			RequestId: 'r',
		})

	async function start(templateAbroad: string | null = '200002') {
		const taken: { to: string; about: string }[] = []
		const server = await startServer((request, response) => {
			const {
				PhoneNumberSet: [to],
				TemplateParamSet: [about],
			} = JSON.parse(request.body)
			taken.push({ to, about })
			statusOf('Ok')(request, response)
		})
		const sender = createTencentCloudSender({
			secretId: 'id',
			secretKey: 'very secret',
			appId: '1400000001',
			sign: 'Parley',
			templates: {
				code: { mainland: '100001', abroad: templateAbroad ?? undefined },
				passwordGuessing: { mainland: '100003', abroad: undefined },
			},
			region: 'ap-guangzhou',
			endpoint: server.url,
			timeoutMs: 300,
		})
		return {
			sender,
			requests: server.requests,
			delivered: () => taken,
			break: {
				'it refuses the key': () => server.answer(refuses),
				'it refuses the number': () => server.answer(statusOf('FailedOperation.PhoneNumberInBlacklist')),
				'it says nothing about the number': () => server.answer(reply({ SendStatusSet: [], RequestId: 'r' })),
				'it answers 500': () => server.answer(status(500)),
				'it does not answer': () => server.answer(neverAnswer),
				'it hangs up': () => server.answer(dropConnection),
				recovered: () => server.answer(),
			},
		}
	}

	senderSuite(
		() => start(),
		[
			'it refuses the key',
			'it refuses the number',
			'it says nothing about the number',
			'it answers 500',
			'it does not answer',
			'it hangs up',
		],
	)

	const message = {
		kind: 'code',
		to: '+8613800000001',
		text: '',
		code: '042137',
		minutes: 5,
		language: 'zh',
	} as const
	const warning = {
		kind: 'passwordGuessing',
		to: '+8613800000001',
		text: '',
		topic: '周会',
		meetingId: '123456789',
		language: 'zh',
	} as const

	test('gets the parameters of its templates, signed with the key', async () => {
		const { sender, requests } = await start()
		await sender.send(message)
		await sender.send({ ...message, to: '+12015550123' })
		const [mainland, abroad] = requests as [ReceivedRequest, ReceivedRequest]
		expect(mainland.headers).toMatchObject({
			'x-tc-action': 'SendSms',
			'x-tc-version': '2021-01-11',
			'x-tc-region': 'ap-guangzhou',
			authorization: expect.stringMatching(/^TC3-HMAC-SHA256 Credential=id\//),
		})
		expect(JSON.parse(mainland.body)).toEqual({
			PhoneNumberSet: ['+8613800000001'],
			SmsSdkAppId: '1400000001',
			TemplateId: '100001',
			TemplateParamSet: ['042137', '5'],
			SignName: 'Parley',
		})
		expect(JSON.parse(abroad.body)).toMatchObject({ PhoneNumberSet: ['+12015550123'], TemplateId: '200002' })
		expect(JSON.parse(abroad.body)).not.toHaveProperty('SignName')
	})

	test('[JERR-04] a warning of password guessing has its own template, and is not sent without it', async () => {
		const { sender, requests } = await start()
		await sender.send(warning)
		const [request] = requests as [ReceivedRequest]
		expect(JSON.parse(request.body)).toMatchObject({ TemplateId: '100003', TemplateParamSet: ['周会', '123456789'] })
		expect(sender.canSend('passwordGuessing', '+12015550123')).toBe(false)
		expect(sender.canSend('code', '+12015550123')).toBe(true)
		await expect(sender.send({ ...warning, to: '+12015550123' })).rejects.toThrow(
			'SMS_TENCENT_TEMPLATE_GUESSING_ABROAD',
		)
		expect(requests).toHaveLength(1)
	})

	test('without a template for abroad sends nothing there', async () => {
		const { sender, requests } = await start(null)
		await expect(sender.send({ ...message, to: '+12015550123' })).rejects.toThrow('SMS_TENCENT_TEMPLATE_ABROAD')
		expect(requests).toEqual([])
		await sender.send(message)
		expect(requests).toHaveLength(1)
	})
})
