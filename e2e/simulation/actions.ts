import type { ListPushName, PushData } from '@parley/im'
import type { IM } from '../../sdk/im/src/index.ts'
import type { App, RunRecord } from './app.ts'
import { gidOf, uidOf } from './cast.ts'
import type { ServerNode } from './node.ts'
import type { Action } from './plan.ts'
import type { Scheduler } from './scheduler.ts'

export interface ActionDeps {
	scheduler: Scheduler
	/** Applications by person and tab. */
	apps: Map<number, App>[]
	nodes: ServerNode[]
	record: RunRecord
	openTab(person: number): void
	/** Texts are unique, so that a message stored twice is detected whatever its cmid. */
	nextText(): string
}

/** Shorter than the delay of a hint between nodes. */
const betweenNoticesMs = 25

type ActionOf<K extends Action['kind']> = Extract<Action, { kind: K }>

const appOf = ({ apps }: ActionDeps, person: number, tab = 0): App | undefined =>
	apps[person]?.get(tab) ?? apps[person]?.get(0)

/** The simulated person ignores refused and lost calls. */
function ask(
	deps: ActionDeps,
	{ person, tab }: { person: number; tab?: number },
	call: (im: IM) => Promise<unknown>,
): void {
	const im = appOf(deps, person, tab)?.im
	if (im) call(im).catch(() => {})
}

/** The first person owns each group. */
const askOwner = (deps: ActionDeps, group: number, call: (group: ReturnType<IM['group']>) => Promise<unknown>): void =>
	ask(deps, { person: 0 }, im => call(im.group(gidOf(group))))

/** Returns the last list entry an application received. */
function newestEntry<N extends ListPushName>({ record }: ActionDeps, person: number, name: N): PushData<N> | undefined {
	const entries = record.lists.filter(given => given.person === person).flatMap(given => given.entries)
	return entries.findLast(entry => entry.name === name)?.entry as PushData<N> | undefined
}

const actions: { [K in Action['kind']]: (deps: ActionDeps, action: ActionOf<K>) => void } = {
	sendGroup(deps, { person, tab, group, count }) {
		for (let n = 0; n < count; n++) appOf(deps, person, tab)?.writeGroup(gidOf(group), deps.nextText())
	},
	sendChat(deps, { person, tab, to, count }) {
		for (let n = 0; n < count; n++) appOf(deps, person, tab)?.writeChat(uidOf(to), deps.nextText())
	},
	revoke(deps, { person, group }) {
		const gid = gidOf(group)
		const own = deps.record.written.filter(
			written => written.person === person && written.conversation === gid && written.hisId !== undefined,
		)
		const hisId = own.at(-1)?.hisId
		if (hisId !== undefined) ask(deps, { person }, im => im.group(gid).revoke(hisId))
	},
	silence: (deps, { group, member, seconds }) =>
		askOwner(deps, group, own => own.updateMember({ userId: uidOf(member), silence: seconds } as never)),
	kick(deps, { group, member }) {
		if (member !== 0) askOwner(deps, group, own => own.kick({ userId: uidOf(member) } as never))
	},
	invite: (deps, { group, member }) => askOwner(deps, group, own => own.invite([uidOf(member)])),
	announce: (deps, { group }) => askOwner(deps, group, own => own.updateAnnouncement(deps.nextText())),
	leave: (deps, { person, group }) => ask(deps, { person }, im => im.group(gidOf(group)).leave()),
	applyGroup: (deps, { person, group }) =>
		ask(deps, { person }, im => im.group(gidOf(group)).apply({ content: deps.nextText() } as never)),
	answerGroup(deps, { group, accept }) {
		const msgId = newestEntry(deps, 0, 'groupApplication')?.msgId
		if (msgId !== undefined)
			askOwner(deps, group, own => (accept ? own.acceptApplication(msgId) : own.rejectApplication(msgId)))
	},
	read(deps, { person, tab, group }) {
		const gid = gidOf(group)
		const given = deps.record.given.findLast(each => each.person === person && each.conversation === gid)
		const hisId = given?.events.at(-1)?.hisId
		if (hisId !== undefined) ask(deps, { person, tab }, im => im.group(gid).markRead(hisId))
	},
	befriend: (deps, { person, to }) =>
		ask(deps, { person }, im => im.friend.apply({ userId: uidOf(to), content: deps.nextText() })),
	answerFriend(deps, { person, tab, accept }) {
		const msgId = newestEntry(deps, person, 'friendApplication')?.application.msgId
		if (msgId !== undefined)
			ask(deps, { person, tab }, im => (accept ? im.friend.accept(msgId) : im.friend.reject(msgId)))
	},
	remark: (deps, { person, tab, to }) =>
		ask(deps, { person, tab }, im => im.friend.modifyInfo({ userId: uidOf(to), remark: deps.nextText() })),
	unfriend: (deps, { person, tab, to }) => ask(deps, { person, tab }, im => im.friend.delete(uidOf(to))),
	notify({ nodes, scheduler, nextText }, { count, person }) {
		for (let n = 0; n < count; n++)
			scheduler.after(n * betweenNoticesMs, () =>
				nodes[n % nodes.length]?.notify(person === undefined ? undefined : uidOf(person), nextText()),
			)
	},
	openTab({ apps, openTab }, { person }) {
		if (apps[person]?.size === 1) openTab(person)
	},
	logout: (deps, { person, forMs }) => appOf(deps, person)?.logOut(forMs),
}

/** Executes an action of a person. */
export function carryOut<K extends Action['kind']>(deps: ActionDeps, action: ActionOf<K>): void {
	actions[action.kind as K](deps, action)
}
