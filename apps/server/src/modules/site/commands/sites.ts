import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { type CommandContext, type CommandResult, failure, success } from '../../../platform/command.ts'
import { formatAssignments, formatChangedSettings, parseSettings } from '../../../platform/settingAssignments.ts'
import { table } from '../../../platform/table.ts'
import { findSite } from '../findSite.ts'
import { createSqlSiteStore } from '../store.sql.ts'
import { SiteSettings, unsafeImOrigins } from '../store.ts'

const isHost = (text: string) =>
	/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/.test(text)

export async function createSite(
	context: CommandContext,
	wanted: { host: string; name: string | undefined; set: readonly string[] },
): Promise<CommandResult> {
	const host = wanted.host.toLowerCase()
	if (!isHost(host)) return failure(`"${wanted.host}" is not a host name such as meet.example.org (no scheme, no port)`)
	const given = parseSettings(SiteSettings, wanted.set)
	if (!given.ok) return given
	return await context.inTransaction(async ({ db, ids, clock }) => {
		const sites = createSqlSiteStore(db)
		const known = await sites.all()
		if (known.some(site => site.host === host)) return failure(`Site ${host} already exists`)
		// The first site also serves host names without a site.
		const isDefault = known.length === 0
		const settings = v.parse(SiteSettings, given.value)
		const id = v.parse(SiteId, ids.row('site'))
		await sites.insert({ id, host, name: wanted.name ?? host, isDefault, settings }, clock.now())
		return success(
			`Created site ${host}${isDefault ? ', the default site' : ''}.`,
			`Next: parley company create "<name>" --site ${host}`,
		)
	})
}

/** Lists sites. The id of a site is the `appId` of its messaging. */
export async function listSites({ db }: CommandContext): Promise<CommandResult> {
	const sites = await createSqlSiteStore(db).all()
	if (sites.length === 0) return success('No sites yet. Create one: parley site create <host>')
	const rows = sites.map(site => [
		site.host,
		site.id,
		site.name,
		site.isDefault ? 'default' : '',
		formatChangedSettings(SiteSettings, site.settings),
	])
	return success(...table([['HOST', 'APP ID', 'NAME', '', 'SETTINGS'], ...rows]))
}

export async function setSite(
	context: CommandContext,
	host: string,
	assignments: readonly string[],
): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const given = parseSettings(SiteSettings, assignments)
	if (!given.ok) return given
	const settings = v.parse(SiteSettings, { ...site.value.settings, ...given.value })
	await createSqlSiteStore(context.db).saveSettings(site.value.id, settings)
	const { imOrigins } = v.parse(v.partial(SiteSettings), given.value)
	return success(
		`${site.value.host}: ${formatAssignments(assignments)}. A running server applies it within seconds.`,
		...unsafeImOrigins(imOrigins ?? '').map(
			origin => `${origin} is not safe: an attacker on the network can change the page. Serve it over HTTPS.`,
		),
	)
}

/** Prints the secret with which the shell of a site signs identities (SOC-08, SOC-18). */
export async function shellSecret(context: CommandContext, host: string, renew: boolean): Promise<CommandResult> {
	const site = await findSite(context, host)
	if (!site.ok) return site
	const sites = createSqlSiteStore(context.db)
	const known = await sites.shellSecret(site.value.id)
	const secret = known === undefined || renew ? context.ids.secret() : known
	if (secret !== known) await sites.saveShellSecret(site.value.id, secret)
	return success(secret)
}
