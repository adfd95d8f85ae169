import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from '../../apps/server/src/platform/config.ts'
import { type Compose, exampleValues, interpolate, read, readYaml, variablesIn } from './deployFiles.ts'

const text = read('deploy/compose.yaml')
const compose = readYaml<Compose>(interpolate(text, exampleValues))
const servers = Object.entries(compose.services).filter(([, { image }]) => image.startsWith('parley:'))
const inProfile = (profile: string) =>
	Object.entries(compose.services).filter(([, { profiles }]) => profiles.includes(profile))

test('[PKG-05] compose.yaml follows the Compose specification', () => {
	const { $schema: _, ...schema } = JSON.parse(read('scripts/deploy/compose-spec.json')) as Record<string, unknown>
	const validate = new Ajv2020({ strict: false, formats: { duration: true } }).compile(schema)
	expect(validate(readYaml(text)) || validate.errors).toBe(true)
	expect(validate(readYaml(text.replace('read_only: true', 'readonly: true')))).toBe(false)
})

test('[PKG-05] the settings of every server in it are settings that the server reads, with values that it accepts', () => {
	expect(servers.map(([name]) => name)).toEqual(['parley', 'parley-1', 'parley-2'])
	for (const [name, { environment = {} }] of servers) {
		const known = Object.fromEntries(Object.entries(environment).filter(([setting]) => settingNames.includes(setting)))
		expect(Object.keys(environment).filter(setting => !(setting in known))).toEqual([])
		expect({ name, failure: failureOf(known) }).toEqual({ name, failure: [] })
	}
})

const failureOf = (environment: Record<string, string>) => {
	const config = readConfig({ HOST: '0.0.0.0', ...environment })
	return config.ok ? [] : config.failure
}

test('[PKG-05] without the domain of LiveKit, the servers have their own engines', () => {
	const { services } = readYaml<Compose>(interpolate(text, { ...exampleValues, LIVEKIT_DOMAIN: '' }))
	const livekitOf = (environment = {}) => {
		// Compose makes an empty text of nothing.
		const texts = Object.entries(environment).map(([name, value]) => [name, String(value ?? '')])
		const config = readConfig({ HOST: '0.0.0.0', ...Object.fromEntries(texts) })
		if (!config.ok) throw new Error(config.failure.join())
		return config.value.media.livekit
	}
	expect(livekitOf(services['parley-1']?.environment)).toBe(undefined)
	expect(livekitOf(compose.services['parley-1']?.environment)).toMatchObject({ url: 'wss://livekit.example.org' })
})

test('[PKG-05] metrics are served to clients with their token, and not at all without a token', () => {
	const metricsOf = ({ services }: Compose) => {
		const { PARLEY_METRICS, PARLEY_METRICS_TOKEN } = services.parley?.environment ?? {}
		return [PARLEY_METRICS || undefined, PARLEY_METRICS_TOKEN || undefined]
	}
	expect(metricsOf(compose)).toEqual(['0.0.0.0:9464', exampleValues.METRICS_TOKEN])
	const without = readYaml<Compose>(interpolate(text, { ...exampleValues, METRICS_TOKEN: '' }))
	expect(metricsOf(without)).toEqual([undefined, undefined])
})

test('[PKG-05] a service with a config is made anew when a variable in it changes', () => {
	const { services, configs } = readYaml<Compose>(text)
	const using = Object.values(services).filter(service => service.configs)
	expect(using).toHaveLength(1)
	for (const { configs: used = [], environment = {} } of using) {
		const variables = used.flatMap(({ source }) => variablesIn(configs[source]?.content ?? ''))
		expect(variables.length).toBeGreaterThan(0)
		expect(Object.keys(environment).toSorted()).toEqual(variables.toSorted())
	}
})

test('[PKG-05] .env.example names every variable of it, and no other', () => {
	const named = [...read('deploy/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
	const used = ['COMPOSE_PROFILES', ...variablesIn(text).filter(name => name !== 'PARLEY_VERSION')]
	expect(named.toSorted()).toEqual(used.toSorted())
})

test('[PKG-05] each server trusts the address of the proxy of its profile, and nothing but media and RTMP bypasses that', () => {
	for (const [name, server] of servers) {
		const [profile = ''] = server.profiles
		const [proxy] = inProfile(profile).filter(([, { image }]) => image.startsWith('caddy:'))
		expect(proxy?.[1].networks?.default.ipv4_address).toBe(server.environment?.PARLEY_TRUST_PROXY)
		expect(proxy?.[1].environment?.PARLEY_UPSTREAMS?.split(' ')).toContain(`${name}:8080`)
		const [from = ''] = server.environment?.MEDIA_PORTS?.split('-') ?? []
		expect(server.ports?.filter(port => port !== '1935:1935')).toEqual([`${from}:${from}/udp`])
	}
})

test('[PKG-04] each server runs on a read-only root, without capabilities', () => {
	for (const [, { read_only, cap_drop, tmpfs }] of servers)
		expect({ read_only, cap_drop, tmpfs }).toEqual({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
})

test('[PKG-05] one server needs no other store, several share theirs, and LiveKit has a Redis of its own', () => {
	expect(inProfile('single').map(([name]) => name)).toEqual(['parley', 'caddy', 'coturn'])
	expect(inProfile('livekit').map(([name]) => name)).toEqual(['livekit', 'livekit-redis'])
	const names = inProfile('nodes').map(([name]) => name)
	const wanted = ['parley-1', 'parley-2', 'caddy-nodes', 'postgres', 'redis', 'objects', 'coturn']
	expect(names.toSorted()).toEqual(wanted.toSorted())
	const [one, two] = servers.slice(1).map(([, { environment }]) => environment ?? {})
	const differing = Object.keys({ ...one, ...two }).filter(name => one?.[name] !== two?.[name])
	expect(differing.toSorted()).toEqual(['MEDIA_PORTS', 'PARLEY_NODE_URL'])
	expect(readYaml<{ redis: { address: string } }>(read('deploy/livekit.yaml')).redis.address).toBe('livekit-redis:6379')
	expect(one?.PARLEY_REDIS_URL).toBe('redis://redis:6379')
})
