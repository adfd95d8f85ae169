import { generate } from 'lean-qr'
import type { Config } from './platform/config.ts'
import { isLoopback } from './platform/hostNames.ts'
import { lanAddresses } from './platform/tls.ts'

export interface DemoPerson {
	name: string
	note: string
}

interface Started {
	/** The demo people, where the server shows them. */
	demo: { password: string; people: DemoPerson[] } | undefined
	hasSite: boolean
}

/** What a person sees in the terminal when the server is up. */
export function banner(config: Config, { demo, hasSite }: Started): string {
	const scheme = config.tls ? 'https' : 'http'
	const here = config.publicUrl ?? `${scheme}://localhost:${config.port}`
	return [
		'',
		`  Parley is up      ${here}`,
		...(demo ? [`  Simulated phone   ${here}/shell/`] : []),
		`  Calls             ${here}/docs`,
		...phoneLines(config, scheme),
		...(demo ? siteLines(config, scheme) : []),
		...demoLines(config, demo),
		...(hasSite ? [] : ['', '  No site yet       npm run parley -- site create <host name>']),
		'',
	].join('\n')
}

function demoLines({ demo: mode, isReachable }: Config, demo: Started['demo']): string[] {
	if (mode === 'leftOut') {
		return [
			'  Demo people       none, because other machines reach this address; PARLEY_DEMO=1 shows them to everybody',
		]
	}
	if (!demo) return []
	const warning = isReachable
		? ['  WARNING: other machines reach this address, and everybody knows the password of the demo people.']
		: []
	return ['', `  Demo people (password ${demo.password}):`, ...demo.people.map(personLine), ...warning]
}

const siteLines = ({ port }: Config, scheme: string): string[] => [
	`  Other demo sites  ${['oa', 'private', 'strict'].map(name => `${scheme}://${name}.localhost:${port}`).join('  ')}`,
]

const personLine = ({ name, note }: DemoPerson) => `    ${name.padEnd(12)} ${note}`

function phoneLines(config: Config, scheme: string): string[] {
	if (isLoopback(config.host)) {
		if (config.tls) return ['  Phones nearby     set HOST=0.0.0.0 to let them in, with PARLEY_DEMO=1 to the demo']
		return ['  Phones nearby     start with PARLEY_TLS=self (a camera needs HTTPS), and PARLEY_DEMO=1 for the demo']
	}
	const [address] = config.publicUrl ? [] : lanAddresses()
	const url = config.publicUrl ?? (address && `${scheme}://${address}:${config.port}`)
	if (!url) return []
	const code = generate(url).toString({ on: '██', off: '  ', lf: '\n  ', pad: 1 })
	const warning =
		config.tls && 'self' in config.tls ? ['  (the phone will ask whether to trust a certificate made here)'] : []
	return [`  Phones nearby     ${url}`, ...warning, '', `  ${code}`]
}
