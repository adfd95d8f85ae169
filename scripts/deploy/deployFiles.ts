import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const pathOf = (name: string): string => join(root, name)
export const read = (name: string): string => readFileSync(pathOf(name), 'utf8')

export interface ComposeService {
	image: string
	profiles: string[]
	environment?: Record<string, string>
	ports?: string[]
	volumes?: string[]
	networks?: { default: { ipv4_address: string } }
	read_only?: boolean
	cap_drop?: string[]
	tmpfs?: string[]
	depends_on?: Record<string, unknown>
	configs?: { source: string }[]
}

export interface Compose {
	services: Record<string, ComposeService>
	configs: Record<string, { content: string }>
}

export const readYaml = <T>(text: string): T => parse(text, { merge: true }) as T

/** Values of a complete `.env` beside compose.yaml. */
export const exampleValues: Record<string, string> = {
	COMPOSE_PROFILES: 'single',
	PARLEY_DOMAIN: 'meet.example.org',
	PUBLIC_IP: '203.0.113.10',
	TURN_SECRET: 'a-secret-of-the-relay',
	METRICS_TOKEN: 'a-token-of-metrics',
	LIVEKIT_DOMAIN: 'livekit.example.org',
	POSTGRES_PASSWORD: 'password',
	S3_SECRET: 'secret',
	LIVEKIT_SECRET: 'a-secret-of-at-least-32-characters',
}

const variable = /\$\{(\w+)(?::([?+-])((?:[^{}]|\{[^}]*\})*))?\}/g

/** Names of the variables in a text of Compose. */
export const variablesIn = (text: string): string[] => [
	...new Set([...text.matchAll(variable)].map(([, name = '']) => name)),
]

/** Puts values in place of variables, as Compose does. */
export const interpolate = (text: string, values: Record<string, string>): string =>
	text.replace(variable, (_, name: string, kind?: string, otherwise = '') => {
		const value = values[name]
		if (kind === '+') return value ? interpolate(otherwise, values) : ''
		if (value !== undefined && value !== '') return value
		if (kind === '-') return otherwise
		throw new Error(`${name} has no value`)
	})
