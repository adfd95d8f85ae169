import { generate } from 'lean-qr'
import { type AnnouncedAddress, type AnnouncedAddresses, listensOnLocalhost } from './announcedAddresses.ts'
import { adminCommand } from './platform/adminCommand.ts'
import type { Config } from './platform/config.ts'
import { isLoopback } from './platform/hostNames.ts'

export interface DemoPerson {
	name: string
	note: string
}

interface DemoLive {
	meetingId: string
	note: string
}

interface Started {
	/** The demo people, where the server shows them, and the broadcasts it puts on air for them. */
	demo: { password: string; people: readonly DemoPerson[]; lives: readonly DemoLive[] } | undefined
	hasSite: boolean
	addresses: AnnouncedAddresses
}

/** Text shown in the terminal when the server is up. */
export function banner(config: Config, { demo, hasSite, addresses: { here, nearby } }: Started): string {
	return [
		'',
		`  Parley is up      ${here.isServed ? here.url : noSiteAt(here)}`,
		...(demo && here.isServed ? [`  Simulated phone   ${here.url}/shell/`, `  Messaging         ${here.url}/im/`] : []),
		...(here.isServed ? [`  Calls             ${here.url}/docs`] : []),
		...phoneLines(config, { here, nearby }),
		...(demo && listensOnLocalhost(config) ? siteLines(config) : []),
		...demoLines(config, demo),
		...(demo && here.isServed ? liveLines(here.url, demo.lives) : []),
		...(hasSite ? [] : ['', `  No site yet       ${adminCommand('site create <host name>')}`]),
		'',
	].join('\n')
}

const noSiteAt = ({ url }: AnnouncedAddress) => `but no site answers at ${url}: set PARLEY_URL to what people open`

function demoLines({ demo: mode, isReachable }: Config, demo: Started['demo']): string[] {
	if (mode === 'leftOut') {
		return [
			'  Demo people       none, because other machines can reach this address; PARLEY_DEMO=1 enables them for everyone',
		]
	}
	if (!demo) return []
	const warning = isReachable
		? ['  WARNING: other machines reach this address, and the password of the demo people is public.']
		: []
	return ['', `  Demo people (password ${demo.password}):`, ...demo.people.map(personLine), ...warning]
}

const siteLines = ({ port, tls }: Config): string[] => [
	`  Other demo sites  ${['oa', 'private', 'strict'].map(name => `${tls ? 'https' : 'http'}://${name}.localhost:${port}`).join('  ')}`,
]

const personLine = ({ name, note }: DemoPerson) => `    ${name.padEnd(12)} ${note}`

function liveLines(url: string, lives: readonly DemoLive[]): string[] {
	if (lives.length === 0) return []
	return [
		'',
		'  Broadcasts of the demo:',
		...lives.map(({ meetingId, note }) => `    ${url}/liveBroadcast?roomId=${meetingId}  ${note}`),
	]
}

function phoneLines(config: Config, { here, nearby }: AnnouncedAddresses): string[] {
	if (isLoopback(config.host)) {
		// Behind a proxy, phones open the public address.
		if (config.publicUrl !== undefined) return []
		if (config.tls) return ['  Phones nearby     set HOST=0.0.0.0 to give them access, and PARLEY_DEMO=1 for the demo']
		return ['  Phones nearby     start with PARLEY_TLS=self (a camera needs HTTPS), and PARLEY_DEMO=1 for the demo']
	}
	if (!nearby) return []
	if (!nearby.isServed) return nearby.url === here.url ? [] : [`  Phones nearby     ${noSiteAt(nearby)}`]
	const code = generate(nearby.url).toString({ on: '██', off: '  ', lf: '\n  ', pad: 1 })
	const warning =
		config.tls && 'self' in config.tls ? ['  (the phone will ask whether to trust a certificate made here)'] : []
	return [`  Phones nearby     ${nearby.url}`, ...warning, '', `  ${code}`]
}
