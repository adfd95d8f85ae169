import { generate } from 'lean-qr'
import type { Config } from './platform/config.ts'
import { lanAddresses } from './platform/tls.ts'

export interface Person {
	name: string
	note: string
}

/** What a person sees in the terminal when the server is up. */
export function banner(config: Config, demo: { password: string; people: Person[] } | undefined): string {
	const scheme = config.tls ? 'https' : 'http'
	const here = config.publicUrl ?? `${scheme}://localhost:${config.port}`
	return [
		'',
		`  Parley is up      ${here}`,
		`  Simulated phone   ${here}/shell/`,
		`  Calls             ${here}/docs`,
		...phoneLines(config, scheme),
		...(demo ? siteLines(config, scheme) : []),
		...(demo ? ['', `  Demo people (password ${demo.password}):`, ...demo.people.map(personLine)] : []),
		'',
	].join('\n')
}

const siteLines = ({ port }: Config, scheme: string): string[] => [
	`  Other demo sites  ${['oa', 'private', 'strict'].map(name => `${scheme}://${name}.localhost:${port}`).join('  ')}`,
]

const personLine = ({ name, note }: Person) => `    ${name.padEnd(12)} ${note}`

function phoneLines(config: Config, scheme: string): string[] {
	if (config.host === '127.0.0.1' || config.host === 'localhost') {
		if (config.tls) return ['  Phones nearby     set HOST=0.0.0.0 to let them in']
		return ['  Phones nearby     start with PARLEY_TLS=self (a camera needs HTTPS)']
	}
	const [address] = config.publicUrl ? [] : lanAddresses()
	const url = config.publicUrl ?? (address && `${scheme}://${address}:${config.port}`)
	if (!url) return []
	const code = generate(url).toString({ on: '██', off: '  ', lf: '\n  ', pad: 1 })
	const warning =
		config.tls && 'self' in config.tls ? ['  (the phone will ask whether to trust a certificate made here)'] : []
	return [`  Phones nearby     ${url}`, ...warning, '', `  ${code}`]
}
