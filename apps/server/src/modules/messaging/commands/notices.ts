import { ok, type Result } from '@parley/core'
import { GroupId, ImAppId, ImUserId } from '@parley/im'
import * as v from 'valibot'
import { type CommandContext, type CommandResult, failure, success } from '../../../platform/command.ts'
import { createSqlAccountStore } from '../../account/index.ts'
import { findCompany } from '../../company/index.ts'
import { findSite, type Site } from '../../site/index.ts'
import { isChatRoom } from '../groups/groupPolicy.ts'
import { type Notice, noticeEntry } from '../people/notices.ts'
import { createSqlMessagingStore } from '../store/store.sql.ts'

const longest = { title: 100, content: 2_000, link: 500 }
/** Recipients per transaction, so that a running server can write in between. */
const atOnce = 200

/** Exactly one of these names the recipients. */
export interface NoticeAudience {
	person?: string | undefined
	company?: string | undefined
	group?: string | undefined
	/** All people of the site, including later ones. */
	everybody?: boolean | undefined
}

/** Sends a notice: connected people receive it within seconds, others when they return. */
export async function sendNotice(
	context: CommandContext,
	{ notice, audience, host }: { notice: Notice; audience: NoticeAudience; host: string | undefined },
): Promise<CommandResult> {
	const invalid = whyInvalid(notice)
	if (invalid !== undefined) return failure(invalid)
	const site = await findSite(context, host)
	if (!site.ok) return site
	const found = await findAudience(context, site.value, audience)
	if (!found.ok) return found
	const { uids, name } = found.value
	const appId = v.parse(ImAppId, site.value.id)
	const messaging = createSqlMessagingStore(context.db)
	for (let from = 0; from < uids.length; from += atOnce) {
		const lists = uids.slice(from, from + atOnce).map(uid => noticeEntry(uid, notice))
		await messaging.commit([{ appId, now: context.clock.now(), lists }])
	}
	return success(`Sent to ${name}. Connected people receive it within seconds, others when they return.`)
}

function whyInvalid(notice: Notice): string | undefined {
	for (const name of ['title', 'content', 'link'] as const)
		if ((notice[name] ?? '').length > longest[name]) return `The ${name} has more than ${longest[name]} characters`
	if (notice.title.trim() === '') return 'The title is missing'
	if (notice.link === undefined || /^\/(?!\/)/.test(notice.link)) return undefined
	const isAddress = /^https?:\/\//.test(notice.link) && URL.canParse(notice.link)
	return isAddress ? undefined : 'The link must be a path such as /help, or an address with https://'
}

interface Audience {
	/** Null stands for everyone. */
	uids: (ImUserId | null)[]
	name: string
}

async function findAudience(
	context: CommandContext,
	site: Site,
	{ person, company, group, everybody }: NoticeAudience,
): Promise<Result<Audience, string[]>> {
	const given = [person, company, group, everybody || undefined].filter(one => one !== undefined)
	if (given.length !== 1) return failure('Name the recipients with one of --person, --company, --group and --everybody')
	if (person !== undefined) {
		const account = await createSqlAccountStore(context.db).findByName(site.id, person)
		return account
			? ok({ uids: [v.parse(ImUserId, account.id)], name: person })
			: failure(`No person ${person} on ${site.host}`)
	}
	if (company !== undefined) {
		const found = await findCompany(context, site, company)
		if (!found.ok) return found
		const people = await createSqlAccountStore(context.db).listByCompany(found.value.id)
		return ok({ uids: people.map(({ id }) => v.parse(ImUserId, id)), name: counted(people.length, found.value.name) })
	}
	if (group !== undefined) return await findMembers(context, site, group)
	return ok({ uids: [null], name: `everyone on ${site.host}` })
}

async function findMembers(
	{ db }: CommandContext,
	{ id, host }: Site,
	gid: string,
): Promise<Result<Audience, string[]>> {
	const appId = v.parse(ImAppId, id)
	const messaging = createSqlMessagingStore(db)
	const groupId = v.safeParse(GroupId, gid)
	const group = groupId.success ? await messaging.findGroup(appId, groupId.output) : undefined
	if (!groupId.success || !group || group.deletedAt !== null) return failure(`No group ${gid} on ${host}`)
	if (isChatRoom(group)) return failure(`${group.settings.name} is a chat room and has no members`)
	const uids = await messaging.memberIds(appId, groupId.output)
	return ok({ uids, name: counted(uids.length, group.settings.name) })
}

const counted = (count: number, name: string): string =>
	count === 1 ? `1 person of ${name}` : `${count} people of ${name}`
