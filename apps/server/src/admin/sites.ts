import { isZone, type Result, SiteId } from '@parley/core'
import * as v from 'valibot'
import { SiteSettings } from '../modules/site/index.ts'
import { type House, siteNamed } from './house.ts'
import { fault, type Outcome, said } from './surroundings.ts'
import { table } from './table.ts'

const Settable = v.partial(v.strictObject(SiteSettings.entries))
const settingNames = Object.keys(SiteSettings.entries)

const isHost = (text: string) =>
	/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text)

export async function createSite(
	house: House,
	wanted: { host: string; name: string | undefined; set: readonly string[] },
): Promise<Outcome> {
	const host = wanted.host.toLowerCase()
	if (!isHost(host)) return fault(`"${wanted.host}" is not a host name such as meet.example.org (no scheme, no port)`)
	const given = settingsFrom(wanted.set)
	if (!given.ok) return given
	return await house.inTransaction(async ({ sites, ids, clock }) => {
		const known = await sites.all()
		if (known.some(site => site.host === host)) return fault(`There is a site ${host} already`)
		// The first site answers for every host name that no other site has.
		const isDefault = known.length === 0
		const settings = v.parse(SiteSettings, given.value)
		const id = v.parse(SiteId, ids.row('site'))
		await sites.insert({ id, host, name: wanted.name ?? host, isDefault, settings }, clock.now())
		return said(
			`Site ${host} made${isDefault ? ', the default one' : ''}.`,
			`Next: parley company create "<name>" --site ${host}`,
		)
	})
}

export async function listSites(house: House): Promise<Outcome> {
	const sites = await house.sites.all()
	if (sites.length === 0) return said('No sites yet. Make one: parley site create <host>')
	const rows = sites.map(site => [site.host, site.name, site.isDefault ? 'default' : '', differing(site.settings)])
	return said(...table([['HOST', 'NAME', '', 'SETTINGS'], ...rows]))
}

export async function setSite(house: House, host: string, assignments: readonly string[]): Promise<Outcome> {
	const site = await siteNamed(house, host)
	if (!site.ok) return site
	const given = settingsFrom(assignments)
	if (!given.ok) return given
	await house.sites.saveSettings(site.value.id, v.parse(SiteSettings, { ...site.value.settings, ...given.value }))
	const shown = assignments.map(assignment => assignment.replace(/^(\w*Secret)=.+/s, '$1=…'))
	return said(`${site.value.host}: ${shown.join(', ')}. A running server follows within seconds.`)
}

/** What the shell of a site has to know to vouch for people (SOC-08, SOC-18). */
export async function shellSecret(house: House, host: string, renew: boolean): Promise<Outcome> {
	const site = await siteNamed(house, host)
	if (!site.ok) return site
	const known = await house.sites.shellSecret(site.value.id)
	const secret = known === undefined || renew ? house.ids.secret() : known
	if (secret !== known) await house.sites.saveShellSecret(site.value.id, secret)
	return said(secret)
}

/** `name=value` pairs as settings, or a line for each that cannot be used. */
function settingsFrom(assignments: readonly string[]): Result<object, string[]> {
	const given: Record<string, unknown> = {}
	const faults: string[] = []
	for (const assignment of assignments) {
		const [, name = '', text = ''] = /^([^=]*)=(.*)$/s.exec(assignment) ?? []
		const value = isText(name) ? text : plain(text)
		if (!settingNames.includes(name))
			faults.push(`"${assignment}": write name=value; the names are ${settingNames.join(', ')}`)
		else if (!isUsable(name, value)) faults.push(`${name} cannot be "${text}"`)
		else given[name] = value
	}
	return faults.length > 0 ? fault(...faults) : { ok: true, value: given }
}

const isUsable = (name: string, value: unknown): boolean =>
	v.safeParse(Settable, { [name]: value }).success && (name !== 'zone' || isZone(String(value)))

const textNames = [
	'telephone',
	'zone',
	'productName',
	'appScheme',
	'challengeVendorKey',
	'challengeVendorScene',
	'challengeVendorSecret',
]
const isText = (name: string): boolean => textNames.includes(name)

const words: Record<string, boolean> = { true: true, on: true, yes: true, false: false, off: false, no: false }
const plain = (text: string): unknown => words[text] ?? (/^\d+$/.test(text) ? Number(text) : text)

function differing(settings: SiteSettings): string {
	const usual = v.parse(SiteSettings, {})
	return settingNames
		.filter(name => settings[name as keyof SiteSettings] !== usual[name as keyof SiteSettings])
		.map(name => `${name}=${name.endsWith('Secret') ? '…' : settings[name as keyof SiteSettings]}`)
		.join(' ')
}
