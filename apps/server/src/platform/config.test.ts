import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'

const configOf = (environment: Record<string, string | undefined> = {}) => {
	const read = readConfig(environment)
	if (!read.ok) throw new Error(read.failure.join('\n'))
	return read.value
}

test('without settings the server runs on this machine, with demo people, on SQLite', () => {
	expect(configOf()).toEqual({
		port: 8080,
		host: '127.0.0.1',
		listen: { port: 8080, host: '127.0.0.1' },
		dataFolder: `${process.cwd()}/.parley`,
		keyFolder: `${process.cwd()}/.parley`,
		isReachable: false,
		browsersPerAddress: 100,
		demo: 'thisMachine',
		publicUrl: undefined,
		tls: undefined,
		logLevel: 'info',
		accessLog: false,
		devServer: undefined,
		trustedProxies: 0,
		metrics: { listen: undefined, token: undefined },
		databaseUrl: undefined,
		deviceMaker: undefined,
		sms: { sender: 'simulated' },
		liveFolder: expect.stringMatching(/[\\/]live$/),
		recordingFolder: expect.stringMatching(/[\\/]recordings$/),
		chatFileFolder: expect.stringMatching(/[\\/]chat-files$/),
		live: {
			rtmp: { host: '127.0.0.1', port: 1935 },
			windowMs: 30 * 60_000,
			ffmpeg: undefined,
		},
		media: {
			announcedIp: undefined,
			portRange: { from: 40_000, to: 49_999 },
			udpMux: false,
			privateCandidates: false,
			iceServers: [],
			maxParticipants: 12,
			maxParticipantsHere: 12,
		},
	})
})

test('every setting takes effect', () => {
	const config = configOf({
		PORT: '0',
		PARLEY_DATA: '/srv/parley',
		PARLEY_DEMO: '0',
		PARLEY_URL: 'https://meet.example.org//',
		PARLEY_TLS: 'a.pem,b.pem',
		PARLEY_LOG: 'silent',
		PARLEY_TRUST_PROXY: '10.0.0.5, 172.16.0.0/12',
		DATABASE_URL: 'postgresql://u@h/d',
		PARLEY_KEYS: '/run/keys',
		PARLEY_S3_BUCKET: 'files',
		PARLEY_S3_ENDPOINT: 'https://s3.example.org',
		PARLEY_S3_KEY: 'id',
		PARLEY_S3_SECRET: 'secret',
		MEDIA_ANNOUNCED_IP: '203.0.113.9',
		MEDIA_PORTS: '5000-6000',
		MEDIA_MAX_PARTICIPANTS: '30',
		PARLEY_BROWSERS_PER_ADDRESS: '500',
		HOME: '/root',
	})
	expect(config).toMatchObject({
		port: 0,
		host: '0.0.0.0',
		dataFolder: '/srv/parley',
		demo: 'none',
		publicUrl: 'https://meet.example.org',
		tls: { certificate: `${process.cwd()}/a.pem`, key: `${process.cwd()}/b.pem` },
		logLevel: 'silent',
		trustedProxies: ['10.0.0.5', '172.16.0.0/12'],
		browsersPerAddress: 500,
		keyFolder: '/run/keys',
		databaseUrl: 'postgresql://u@h/d',
		s3: {
			bucket: 'files',
			endpoint: 'https://s3.example.org',
			region: 'us-east-1',
			credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
		},
		media: { announcedIp: '203.0.113.9', portRange: { from: 5_000, to: 6_000 }, maxParticipants: 30 },
	})
	expect(configOf({ PARLEY_TLS: 'self', HOST: '127.0.0.1' })).toMatchObject({ tls: { self: true }, host: '127.0.0.1' })
})

test('[SOC-09] identity tokens are accepted if their apps are configured', () => {
	expect(configOf({ APPLE_AUDIENCE: 'org.example.app,org.example.web' }).deviceMaker).toEqual({
		issuer: 'https://appleid.apple.com',
		audience: ['org.example.app', 'org.example.web'],
		keysUrl: 'https://appleid.apple.com/auth/keys',
	})
	expect(
		configOf({ APPLE_ISSUER: 'https://issuer.example', APPLE_KEYS_URL: 'http://127.0.0.1:1/keys' }).deviceMaker,
	).toBe(undefined)
	expect(readConfig({ APPLE_AUDIENCE: 'a,,b', APPLE_KEYS_URL: 'x' })).toMatchObject({ ok: false })
})

test('metrics have a port of this machine, or of the address that is named', () => {
	expect(configOf({ PARLEY_METRICS: '9464' }).metrics.listen).toEqual({ host: '127.0.0.1', port: 9_464 })
	expect(configOf({ PARLEY_METRICS: '10.0.0.5:9464' }).metrics.listen).toEqual({ host: '10.0.0.5', port: 9_464 })
	expect(configOf({ PARLEY_METRICS: '[::1]:9464' }).metrics.listen).toEqual({ host: '::1', port: 9_464 })
	expect(JSON.stringify(readConfig({ PARLEY_METRICS_TOKEN: 'hunter2' }))).not.toContain('hunter2')
})

test('an empty setting counts as missing', () => {
	expect(configOf({ PORT: '', DATABASE_URL: '', PARLEY_URL: '' })).toEqual(configOf())
})

test('demo people exist if only this machine has access, and elsewhere only if requested', () => {
	const demoOf = (environment: Record<string, string>) => configOf(environment).demo
	for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(demoOf({ HOST })).toBe('thisMachine')
	for (const reached of [
		{ HOST: '0.0.0.0' },
		{ HOST: '::' },
		{ HOST: '192.168.1.5' },
		{ PARLEY_TLS: 'self' },
		{ PARLEY_URL: 'https://meet.example.org' },
		{ PARLEY_TRUST_PROXY: '1' },
	]) {
		expect(demoOf(reached)).toBe('leftOut')
		expect(demoOf({ ...reached, PARLEY_DEMO: '1' })).toBe('everywhere')
		expect(demoOf({ ...reached, PARLEY_DEMO: '0' })).toBe('none')
	}
	expect(demoOf({ PARLEY_URL: 'http://localhost:9000' })).toBe('thisMachine')
	expect(demoOf({ PARLEY_DEMO: '1' })).toBe('everywhere')
	expect(demoOf({ PARLEY_DEMO: '0' })).toBe('none')
})

describe('a setting that cannot be used has a line of its own', () => {
	test.each([
		['PORT', 'eighty'],
		['PORT', '65536'],
		['PORT', '-1'],
		['PARLEY_DEMO', 'yes'],
		['PARLEY_URL', 'meet.example.org'],
		['PARLEY_TLS', 'certificate.pem'],
		['PARLEY_LOG', 'loud'],
		['PARLEY_DEV_VITE', 'vite'],
		['PARLEY_TRUST_PROXY', 'true'],
		['PARLEY_TRUST_PROXY', '10.0.0.0/33'],
		['PARLEY_METRICS', 'here'],
		['PARLEY_METRICS', '70000'],
		['PARLEY_METRICS_TOKEN', 'short'],
		['DATABASE_URL', 'mysql://host/db'],
		['SMS_HOOK_URL', 'here'],
		['SMS_HOOK_SECRET', 'short'],
		['SMS_TENCENT_APP_ID', 'app'],
		['SMS_TENCENT_TEMPLATE', 'Your code'],
		['SMS_TENCENT_TEMPLATE_GUESSING', 'Somebody'],
		['SMS_TENCENT_ENDPOINT', 'here'],
		['MEDIA_ANNOUNCED_IP', 'here'],
		['MEDIA_PORTS', '5000'],
		['MEDIA_PORTS', '6000-5000'],
		['MEDIA_PORTS', '60000-70000'],
		['MEDIA_PORTS', '1000-2000'],
		['MEDIA_UDP_MUX', 'yes'],
		['MEDIA_PRIVATE_CANDIDATES', 'lan'],
		['MEDIA_ICE_SERVERS', 'stun:host'],
		['MEDIA_ICE_SERVERS', '[{"url":"stun:host"}]'],
		['TURN_URL', 'stun:host'],
		['TURN_URL', 'https://turn.example.org'],
		['TURN_SECRET', 'short'],
		['MEDIA_MAX_PARTICIPANTS', '1'],
		['PARLEY_BROWSERS_PER_ADDRESS', '0'],
		['PARLEY_BROWSERS_PER_ADDRESS', 'all'],
		['MEDIA_MAX_PARTICIPANTS', '51'],
	])('%s=%s', (name, value) => {
		const read = readConfig({ [name]: value })
		expect(!read.ok && read.failure).toEqual([expect.stringMatching(new RegExp(`^${name}=.*: expected `))])
	})

	test('all of them at once', () => {
		const read = readConfig({ PORT: 'x', PARLEY_LOG: 'y', MEDIA_PORTS: 'z' })
		expect(!read.ok && read.failure).toHaveLength(3)
	})

	test('and a password in it is not repeated', () => {
		const read = readConfig({ DATABASE_URL: 'mysql://parley:hunter2@host/db' })
		expect(JSON.stringify(read)).not.toContain('hunter2')
	})
})

test('[ROOM-105] TURN servers and the secret they share are set together', () => {
	const url = { TURN_URL: 'turn:a.example.org, turns:b.example.org:443?transport=tcp' }
	const secret = { TURN_SECRET: 'a secret of 16 letters' }
	const read = readConfig({ ...url, ...secret })
	expect(read.ok && read.value.media.turn).toEqual({
		urls: ['turn:a.example.org', 'turns:b.example.org:443?transport=tcp'],
		secret: secret.TURN_SECRET,
	})
	expect(readConfig(url)).toMatchObject({ ok: false, failure: [expect.stringMatching(/^TURN_SECRET: expected /)] })
	expect(readConfig(secret)).toMatchObject({ ok: false, failure: [expect.stringMatching(/^TURN_URL: expected /)] })
	const none = readConfig({})
	expect(none.ok && none.value.media.turn).toBeUndefined()
})

describe('the sender of text messages', () => {
	const hook = { SMS_HOOK_URL: 'https://sms.example.org/send', SMS_HOOK_SECRET: 'a secret of 16 letters' }
	const tencent = {
		SMS_TENCENT_SECRET_ID: 'id',
		SMS_TENCENT_SECRET_KEY: 'key',
		SMS_TENCENT_APP_ID: '1400000001',
		SMS_TENCENT_SIGN: 'Parley',
		SMS_TENCENT_TEMPLATE: '100001',
	}
	const faults = (environment: Record<string, string>) => {
		const read = readConfig(environment)
		return read.ok ? [] : read.failure
	}

	test('is whichever has settings', () => {
		expect(configOf(hook).sms).toEqual({ sender: 'hook', url: hook.SMS_HOOK_URL, secret: hook.SMS_HOOK_SECRET })
		expect(configOf(tencent).sms).toMatchObject({
			sender: 'tencent',
			secretId: 'id',
			templates: {
				code: { mainland: '100001', abroad: undefined },
				passwordGuessing: { mainland: undefined, abroad: undefined },
			},
			endpoint: 'https://sms.tencentcloudapi.com',
		})
	})

	test('has all its settings, or the missing ones are named', () => {
		expect(faults({ SMS_HOOK_URL: hook.SMS_HOOK_URL })).toEqual([expect.stringMatching(/^SMS_HOOK_SECRET: expected /)])
		const { SMS_TENCENT_SIGN: _, SMS_TENCENT_APP_ID: __, ...half } = tencent
		expect(faults(half)).toEqual([
			expect.stringMatching(/^SMS_TENCENT_APP_ID: /),
			expect.stringMatching(/^SMS_TENCENT_SIGN: /),
		])
		// A template alone, of whatever kind, is an incomplete provider too.
		for (const name of ['SMS_TENCENT_TEMPLATE_ABROAD', 'SMS_TENCENT_TEMPLATE_GUESSING'])
			expect(faults({ [name]: '1234' })).toContainEqual(expect.stringMatching(/^SMS_TENCENT_SECRET_KEY: /))
	})

	test('is one and not two', () => {
		expect(faults({ ...hook, ...tencent })).toEqual([expect.stringMatching(/^SMS_HOOK_URL: .*without another/)])
	})

	test('has a secret that is not repeated', () => {
		expect(JSON.stringify(faults({ SMS_HOOK_SECRET: 'hunter2' }))).not.toContain('hunter2')
	})
})

test('an outside origin of broadcasts has all three settings, and then nothing is taken here', () => {
	const all = {
		PARLEY_LIVE_ORIGIN_RTMP: 'rtmp://ingest.example.org/live',
		PARLEY_LIVE_ORIGIN_HLS: 'https://live.example.org/hls/{stream}.m3u8',
		PARLEY_LIVE_ORIGIN_SECRET: 'a-secret-of-hooks-1',
	}
	const { origin, rtmp } = configOf(all).live
	expect(rtmp).toBeUndefined()
	expect(origin).toEqual({
		rtmpUrl: all.PARLEY_LIVE_ORIGIN_RTMP,
		hlsUrl: all.PARLEY_LIVE_ORIGIN_HLS,
		hookSecret: all.PARLEY_LIVE_ORIGIN_SECRET,
	})
	for (const name of Object.keys(all)) {
		const partly = readConfig({ ...all, [name]: '' })
		expect(partly.ok ? [] : partly.failure).toEqual([expect.stringContaining(name)])
	}
	expect(readConfig({ ...all, PARLEY_LIVE_ORIGIN_HLS: 'https://live.example.org/hls/live.m3u8' }).ok).toBe(false)
	const short = readConfig({ ...all, PARLEY_LIVE_ORIGIN_SECRET: 'hunter2' })
	expect(short.ok ? '' : JSON.stringify(short.failure)).toMatch(/^(?!.*hunter2).*PARLEY_LIVE_ORIGIN_SECRET/)
})

test('broadcasts are taken on another port or not at all', () => {
	expect(configOf({ PARLEY_RTMP_PORT: '19350', PARLEY_LIVE_WINDOW: '5' }).live).toEqual({
		rtmp: { host: '127.0.0.1', port: 19_350 },
		windowMs: 300_000,
		origin: undefined,
		ffmpeg: undefined,
	})
	expect(configOf({ PARLEY_FFMPEG: 'off' }).live.ffmpeg).toBe('off')
	expect(configOf({ PARLEY_RTMP_PORT: 'off' }).live.rtmp).toBeUndefined()
	expect(readConfig({ PARLEY_RTMP_PORT: 'on' }).ok).toBe(false)
	expect(readConfig({ PARLEY_LIVE_WINDOW: '0' }).ok).toBe(false)
})

test('each request is logged if other machines have access, unless configured otherwise', () => {
	const reached = { PARLEY_URL: 'https://meet.example.org' }
	expect(configOf(reached).accessLog).toBe(true)
	expect(configOf({ ...reached, PARLEY_ACCESS_LOG: '0' }).accessLog).toBe(false)
	expect(configOf({ PARLEY_ACCESS_LOG: '1' }).accessLog).toBe(true)
})

test('every setting is documented, and every one that is documented is read', () => {
	const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
	const named = (text: string) =>
		[...text.matchAll(/`((?:PARLEY|MEDIA|TURN|SMS|APPLE|DATABASE|OTEL)_[A-Z0-9_]+[A-Z]|PORT|HOST)\b/g)].map(
			([, name = '']) => name,
		)
	const documented = new Set(named(read('docs/settings.md') + read('docs/how-to/send-text-messages.md')))
	const mostUsed = named(read('README.md'))
	const ofDevelopment = ['PARLEY_DEV_VITE', 'PARLEY_DEV_PORT']
	// Written as `PARLEY_LIVE_ORIGIN_RTMP`, `_HLS`, `_SECRET`.
	const short = ['PARLEY_LIVE_ORIGIN_HLS', 'PARLEY_LIVE_ORIGIN_SECRET']
	expect(settingNames.filter(name => !documented.has(name) && ![...ofDevelopment, ...short].includes(name))).toEqual([])
	expect([...documented, ...mostUsed].filter(name => !settingNames.includes(name))).toEqual([])
})

test.each([
	[{ PARLEY_S3_ENDPOINT: 'https://s3.example.org' }, 'PARLEY_S3_BUCKET'],
	[{ PARLEY_S3_REGION: 'eu-central-1' }, 'PARLEY_S3_BUCKET'],
	[{ PARLEY_S3_KEY: 'id', PARLEY_S3_SECRET: 'secret' }, 'PARLEY_S3_BUCKET'],
	[{ PARLEY_S3_BUCKET: 'files', PARLEY_S3_KEY: 'id' }, 'PARLEY_S3_SECRET'],
	[{ PARLEY_S3_BUCKET: 'files', PARLEY_S3_SECRET: 'secret' }, 'PARLEY_S3_KEY'],
	[{ PARLEY_S3_BUCKET: 'no/bucket' }, 'PARLEY_S3_BUCKET'],
])('half of an object store is an error: %j', (environment, name) => {
	const read = readConfig(environment)
	expect(read.ok ? [] : read.failure).toEqual([expect.stringMatching(new RegExp(`^${name}\\b`))])
})

test.each([
	[{ PARLEY_LIVEKIT_URL: 'wss://livekit.example.org' }, ['PARLEY_LIVEKIT_KEY', 'PARLEY_LIVEKIT_SECRET']],
	[{ PARLEY_LIVEKIT_KEY: 'key', PARLEY_LIVEKIT_SECRET: 's'.repeat(32) }, ['PARLEY_LIVEKIT_URL']],
	[
		{ PARLEY_LIVEKIT_API_URL: 'http://10.0.0.5:7880' },
		['PARLEY_LIVEKIT_URL', 'PARLEY_LIVEKIT_KEY', 'PARLEY_LIVEKIT_SECRET'],
	],
	[
		{ PARLEY_LIVEKIT_EGRESS: 'rtmp://10.0.0.4/live' },
		['PARLEY_LIVEKIT_URL', 'PARLEY_LIVEKIT_KEY', 'PARLEY_LIVEKIT_SECRET'],
	],
	[{ PARLEY_LIVEKIT_ABOVE: '30' }, ['PARLEY_LIVEKIT_URL', 'PARLEY_LIVEKIT_KEY', 'PARLEY_LIVEKIT_SECRET']],
	[{ PARLEY_LIVEKIT_ABOVE: '51' }, ['PARLEY_LIVEKIT_ABOVE']],
	[{ PARLEY_LIVEKIT_ABOVE: '0' }, ['PARLEY_LIVEKIT_ABOVE']],
	[{ PARLEY_LIVEKIT_EGRESS: 'https://10.0.0.4/live' }, ['PARLEY_LIVEKIT_EGRESS']],
	[{ PARLEY_LIVEKIT_EGRESS: 'rtmp://10.0.0.4' }, ['PARLEY_LIVEKIT_EGRESS']],
	[{ PARLEY_LIVEKIT_URL: 'https://livekit.example.org' }, ['PARLEY_LIVEKIT_URL']],
	[{ PARLEY_LIVEKIT_SECRET: 'short' }, ['PARLEY_LIVEKIT_SECRET']],
])('[ROOM-245] a part of a LiveKit server is an error: %j', (environment, names) => {
	const read = readConfig(environment)
	const expected = names.map(name => expect.stringMatching(new RegExp(`^${name}\\b`)))
	expect(read.ok ? [] : read.failure).toEqual(expected)
	expect(JSON.stringify(read)).not.toContain('short')
})

test('[NODE-14] a server beside others names each setting that it lacks', () => {
	const read = readConfig({ PARLEY_NODE_URL: 'http://10.0.0.5:8080', DATABASE_URL: 'postgres://u@h/d' })
	expect(!read.ok && read.failure).toEqual([
		'PARLEY_REDIS_URL: expected a value, because PARLEY_NODE_URL is set',
		'PARLEY_S3_BUCKET: expected a value, because PARLEY_NODE_URL is set',
	])
})

test('[ROOM-254] rooms of more than 50 need LiveKit, and none has more than 200', () => {
	const livekit = {
		PARLEY_LIVEKIT_URL: 'wss://livekit.example.org',
		PARLEY_LIVEKIT_KEY: 'key',
		PARLEY_LIVEKIT_SECRET: 's'.repeat(32),
	}
	const largest = (MEDIA_MAX_PARTICIPANTS: string, settings: Record<string, string> = {}) => {
		const read = readConfig({ MEDIA_MAX_PARTICIPANTS, ...settings })
		return read.ok ? read.value.media.maxParticipants : read.failure
	}
	expect([largest('50'), largest('51', livekit), largest('200', livekit)]).toEqual([50, 51, 200])
	const refusal = [expect.stringMatching(/^MEDIA_MAX_PARTICIPANTS=.*: expected .*50.* LiveKit .*200/)]
	expect(largest('51')).toEqual(refusal)
	expect(largest('201', livekit)).toEqual(refusal)
})

test('[ROOM-245] the API of a LiveKit server is at the address of its pages, unless set', () => {
	const settings = {
		PARLEY_LIVEKIT_URL: 'wss://livekit.example.org',
		PARLEY_LIVEKIT_KEY: 'key',
		PARLEY_LIVEKIT_SECRET: 's'.repeat(32),
	}
	const expected = { url: 'wss://livekit.example.org', key: 'key', secret: 's'.repeat(32) }
	expect(configOf().media.livekit).toBeUndefined()
	expect(configOf(settings).media.livekit).toEqual({ ...expected, apiUrl: 'https://livekit.example.org' })
	expect(configOf({ ...settings, PARLEY_LIVEKIT_API_URL: 'http://10.0.0.5:7880' }).media.livekit).toEqual({
		...expected,
		apiUrl: 'http://10.0.0.5:7880',
	})
	expect(configOf({ ...settings, PARLEY_LIVEKIT_EGRESS: 'rtmp://10.0.0.4:1936/live/' }).media.livekit?.egressUrl).toBe(
		'rtmp://10.0.0.4:1936/live',
	)
})

test('[ROOM-256] LiveKit may have the media of large rooms only; this server then has those of up to 50 people', () => {
	const { media } = configOf({
		PARLEY_LIVEKIT_URL: 'wss://livekit.example.org',
		PARLEY_LIVEKIT_KEY: 'key',
		PARLEY_LIVEKIT_SECRET: 's'.repeat(32),
		PARLEY_LIVEKIT_ABOVE: '30',
		MEDIA_MAX_PARTICIPANTS: '150',
	})
	expect(media).toMatchObject({ livekit: { above: 30 }, maxParticipants: 150, maxParticipantsHere: 50 })
	expect(configOf({ MEDIA_MAX_PARTICIPANTS: '20' }).media.maxParticipantsHere).toBe(20)
})

test('an object store without a key uses the credentials of the machine', () => {
	expect(configOf({ PARLEY_S3_BUCKET: 'files' }).s3).toEqual({
		bucket: 'files',
		endpoint: undefined,
		region: 'us-east-1',
		credentials: undefined,
	})
})
