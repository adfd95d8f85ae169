import { formatWireTime, type SiteId, UserId } from '@parley/core'
import { GroupId, ImAppId } from '@parley/im'
import * as v from 'valibot'
import { type CommandContext, type CommandResult, failure, success } from '../../../platform/command.ts'
import { table } from '../../../platform/table.ts'
import { createSqlAccountStore } from '../../account/index.ts'
import { findSite } from '../../site/index.ts'
import { serverAsActor } from '../model/commit.ts'
import { createSqlMessagingStore } from '../store/store.sql.ts'

const mostShown = 200

/** Lists the actions of owner and managers in a group, newest first, with times in the zone of the site. */
export async function showGroupAudit(
	context: CommandContext,
	gid: string,
	host: string | undefined,
): Promise<CommandResult> {
	const found = await findSite(context, host)
	if (!found.ok) return found
	const { id, host: named, settings } = found.value
	const appId = v.parse(ImAppId, id)
	const groupId = v.safeParse(GroupId, gid)
	const messaging = createSqlMessagingStore(context.db)
	const group = groupId.success ? await messaging.findGroup(appId, groupId.output) : undefined
	if (!groupId.success || !group) return failure(`No group ${gid} on ${named}`)
	const audit = await messaging.readAudit(appId, groupId.output, mostShown)
	if (audit.length === 0) return success(`Nothing was changed in ${group.settings.name}.`)
	const nameOf = await namesOf(
		context,
		id,
		audit.flatMap(({ actor, target }) => [actor, target]),
	)
	const shown = (name: string, value: unknown) =>
		name === 'silencedUntil' && typeof value === 'number' ? formatWireTime(value, settings.zone) : value
	const rows = audit.map(({ ts, actor, action, target, before, after }) => [
		formatWireTime(ts, settings.zone),
		actor === serverAsActor ? '(server)' : nameOf(actor),
		action,
		target === gid ? '' : nameOf(target),
		JSON.stringify(before, shown),
		JSON.stringify(after, shown),
	])
	return success(...table([[`TIME (${settings.zone})`, 'WHO', 'WHAT', 'WHOM', 'BEFORE', 'AFTER'], ...rows]))
}

/** Adds account names to ids; guests have only an id. */
async function namesOf(context: CommandContext, siteId: SiteId, uids: readonly string[]) {
	const ids = [...new Set(uids)].flatMap(uid => (v.is(UserId, uid) ? [v.parse(UserId, uid)] : []))
	const found = await createSqlAccountStore(context.db).listProfiles(siteId, ids)
	const names = new Map<string, string>(found.map(({ id, displayName }) => [id, displayName]))
	return (uid: string): string => (names.has(uid) ? `${names.get(uid)} (${uid})` : uid)
}
