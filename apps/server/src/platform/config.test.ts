import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const configOf = (environment: Record<string, string | undefined> = {}) => {
	const read = readConfig(environment)
	if (!read.ok) throw new Error(read.failure.join('\n'))
	return read.value
}

test('without settings there is a server on this machine, with demo people, on SQLite', () => {
	expect(configOf()).toEqual({
		port: 8080,
		host: '127.0.0.1',
		dataFolder: `${process.cwd()}/.parley`,
		demo: true,
		publicUrl: undefined,
		tls: undefined,
		logLevel: 'info',
		devServer: undefined,
		trustProxy: false,
		databaseUrl: undefined,
		media: {
			announcedIp: undefined,
			portRange: { from: 40_000, to: 49_999 },
			udpMux: false,
			iceServers: [],
			maxParticipants: 12,
		},
	})
})

test('every setting is heard', () => {
	const config = configOf({
		PORT: '0',
		PARLEY_DATA: '/srv/parley',
		PARLEY_DEMO: '0',
		PARLEY_URL: 'https://meet.example.org//',
		PARLEY_TLS: 'a.pem,b.pem',
		PARLEY_LOG: 'silent',
		PARLEY_TRUST_PROXY: '1',
		DATABASE_URL: 'postgresql://u@h/d',
		MEDIA_ANNOUNCED_IP: '203.0.113.9',
		MEDIA_PORTS: '5000-6000',
		MEDIA_MAX_PARTICIPANTS: '30',
		HOME: '/root',
	})
	expect(config).toMatchObject({
		port: 0,
		host: '0.0.0.0',
		dataFolder: '/srv/parley',
		demo: false,
		publicUrl: 'https://meet.example.org',
		tls: { certificate: `${process.cwd()}/a.pem`, key: `${process.cwd()}/b.pem` },
		logLevel: 'silent',
		trustProxy: true,
		databaseUrl: 'postgresql://u@h/d',
		media: { announcedIp: '203.0.113.9', portRange: { from: 5_000, to: 6_000 }, maxParticipants: 30 },
	})
	expect(configOf({ PARLEY_TLS: 'self', HOST: '127.0.0.1' })).toMatchObject({ tls: { self: true }, host: '127.0.0.1' })
})

test('an empty setting is none', () => {
	expect(configOf({ PORT: '', DATABASE_URL: '', PARLEY_URL: '' })).toEqual(configOf())
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
		['DATABASE_URL', 'mysql://host/db'],
		['MEDIA_ANNOUNCED_IP', 'here'],
		['MEDIA_PORTS', '5000'],
		['MEDIA_PORTS', '6000-5000'],
		['MEDIA_PORTS', '60000-70000'],
		['MEDIA_UDP_MUX', 'yes'],
		['MEDIA_ICE_SERVERS', 'stun:host'],
		['MEDIA_ICE_SERVERS', '[{"url":"stun:host"}]'],
		['MEDIA_MAX_PARTICIPANTS', '1'],
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
