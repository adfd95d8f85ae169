import {
	answerCodes,
	type ListEntry,
	type ListedEvent,
	type ListOption,
	type ListPushName,
	logEventNames,
	optionOfPush,
} from '@parley/im'
import { loadAllParts } from '../../sdk/im/src/api/parts.ts'
import { createIM, type IM, type OutgoingMessage } from '../../sdk/im/src/index.ts'
import type { Browser, Page } from './browser.ts'
import type { Network } from './network.ts'
import type { Chance, Scheduler } from './scheduler.ts'

// The scheduler does not simulate loading times of parts.
await loadAllParts()

/**
 * Events an application received of one conversation during one life, in order. A life begins with a page, and with each
 * login on it: the tabs of a device share their position, and a person who logs in continues where the device is.
 */
export interface Given {
	person: number
	tab: number
	life: number
	/** `gid`, or `u:` and the other person. */
	conversation: string
	events: { hisId: number; event: ListedEvent }[]
	/** Positions announced as missing, or skipped on purpose: first and last of each range, and the reason. */
	announced: { from: number; to: number; reason: string }[]
}

/** A written message, and its outcome as known to its page. */
export interface Written {
	person: number
	tab: number
	life: number
	/** Messages in writing order, over all lives of the tab. */
	order: number
	conversation: string
	cmid: string
	content: string
	/** True if the storage worked when it was written; otherwise the message exists only in the page. */
	couldBeKept: boolean
	/** True if it was stored before, so it outlives its page. */
	isKept: boolean
	outcome: 'unknown' | 'acknowledged' | 'refused' | 'takenBack'
	hisId?: number
}

/** Entries an application received of one of its person's own lists during one life, in order. */
export interface GivenList {
	person: number
	tab: number
	life: number
	option: ListOption
	entries: { name: ListPushName; entry: ListEntry }[]
}

export interface RunRecord {
	given: Given[]
	lists: GivenList[]
	written: Written[]
	problems: string[]
}

export interface AppDeps {
	scheduler: Scheduler
	chance: Chance
	network: Network
	browser: Browser
	record: RunRecord
	person: number
	tab: number
	uid: string
	appId: string
	/** Rooms the application listens to. */
	rooms: string[]
	issueToken(): string | undefined
}

/** Delay before an application logs in again after it was logged out. */
const comeBackMs = 5_000

/** Application in a tab: logs in, listens, and records all deliveries. */
export function createApp(deps: AppDeps) {
	const { scheduler, chance, network, browser, record, person, tab, uid, appId } = deps
	let life = 0
	let order = 0
	let current: { im: IM; page: Page } | undefined
	let wantsLogin = true

	function load(): void {
		const page = browser.openPage(`tab-${tab}`, {
			openTransport: network.open(clientName(person)),
			seed: chance.upTo(1_000_000_000),
			trace() {},
		})
		const im = createIM({
			modules: { notice: true, friend: true, chat: true, muc: true },
			servers: { chat: '', api: '', monitor: '', userSign: '' },
			environment: page.environment,
		} as Parameters<typeof createIM>[0])
		current = { im, page }
		watch(im)
		if (wantsLogin) logIn(im)
	}

	function givenOf(conversation: string): Given {
		const isOwn = (given: Given) =>
			given.person === person && given.tab === tab && given.life === life && given.conversation === conversation
		const known = record.given.findLast(isOwn)
		if (known) return known
		const given: Given = { person, tab, life, conversation, events: [], announced: [] }
		record.given.push(given)
		return given
	}

	function givenListOf(option: ListOption): GivenList {
		const isOwn = (given: GivenList) =>
			given.person === person && given.tab === tab && given.life === life && given.option === option
		const known = record.lists.findLast(isOwn)
		if (known) return known
		const given: GivenList = { person, tab, life, option, entries: [] }
		record.lists.push(given)
		return given
	}

	function watch(im: IM): void {
		for (const name of Object.keys(optionOfPush) as ListPushName[])
			im.on(name, entry => givenListOf(optionOfPush[name]).entries.push({ name, entry: entry as ListEntry }))
		const nameOf = ({ gid, userId }: { gid?: string | undefined; userId?: string | undefined }) => gid ?? `u:${userId}`
		for (const name of logEventNames) {
			im.on(name, batch => {
				const given = givenOf(nameOf(batch))
				if (batch.skipped) given.announced.push({ from: batch.from, to: batch.to, reason: 'sampled' })
				for (const event of batch.list as ListedEvent[]) given.events.push({ hisId: event.hisId, event })
			})
		}
		im.on('discontinuity', event => {
			if (event.gid === undefined && event.userId === undefined) {
				record.problems.push(`I12: ${uid} tab ${tab} received a reset of ${event.option}, which was not reset`)
				return
			}
			givenOf(nameOf(event)).announced.push({
				from: event.from ?? 0,
				to: event.to ?? Number.MAX_SAFE_INTEGER,
				reason: event.reason,
			})
		})
		im.on('messageStatus', ({ cmid, status, answer }) => {
			const written = record.written.find(each => each.cmid === cmid)
			if (!written) return
			if (status === 'sending' && !browser.isStorageBroken) written.isKept = written.couldBeKept
			if (status === 'sent') {
				if (written.outcome === 'acknowledged' && written.hisId !== answer?.hisId)
					record.problems.push(`${cmid} was acknowledged as ${written.hisId} and as ${answer?.hisId}`)
				written.outcome = 'acknowledged'
				if (answer) written.hisId = answer.hisId
			}
			if (status === 'rejected') written.outcome = 'refused'
			if (status === 'cancelled') written.outcome = 'takenBack'
		})
		im.on('ended', ({ code }) => {
			if (code === answerCodes.ok) return
			scheduler.after(comeBackMs, () => {
				if (current?.im === im && wantsLogin) logIn(im)
			})
		})
	}

	function logIn(im: IM): void {
		life++
		const token = deps.issueToken()
		const again = () =>
			scheduler.after(comeBackMs, () => {
				if (current?.im === im && wantsLogin) logIn(im)
			})
		if (token === undefined) {
			again()
			return
		}
		const getToken = async () => {
			const next = deps.issueToken()
			if (next === undefined) throw new Error('no token')
			return next
		}
		im.login({ uid, appId, token, getToken }).then(
			() => listen(im),
			() => {},
		)
	}

	/** Listening to a room starts at its newest event. */
	function listen(im: IM): void {
		for (const gid of deps.rooms) {
			im.room(gid)
				.listen()
				.then(
					({ head }) => givenOf(gid).announced.push({ from: 0, to: head, reason: 'not listening' }),
					() => {},
				)
		}
	}

	function note(conversation: string, content: string, write: (im: IM) => OutgoingMessage): void {
		if (!current) return
		let message: OutgoingMessage
		try {
			message = write(current.im)
		} catch {
			return
		}
		message.sent.catch(() => {})
		record.written.push({
			person,
			tab,
			life,
			order: order++,
			conversation,
			cmid: message.cmid,
			content,
			couldBeKept: !browser.isStorageBroken,
			isKept: false,
			outcome: 'unknown',
		})
	}

	load()
	return {
		get im() {
			return current?.im
		},
		/** Current page. */
		get life() {
			return life
		},
		writeGroup: (gid: string, content: string) => note(gid, content, im => im.group(gid).send({ content })),
		writeChat: (to: string, content: string) => note(`u:${to}`, content, im => im.chat(to).send({ content })),
		/** Reloads the page: for a moment there is none, and its memory is lost. */
		reload(): void {
			current?.page.announce('leaving')
			current?.page.discard()
			current = undefined
			load()
		},
		announce: (change: Parameters<Page['announce']>[0]) => current?.page.announce(change),
		logOut(forMs: number): void {
			if (!wantsLogin) return
			wantsLogin = false
			current?.im.logout()
			scheduler.after(forMs, () => {
				wantsLogin = true
				if (current) logIn(current.im)
			})
		},
	}
}

export type App = ReturnType<typeof createApp>

export const clientName = (person: number) => `client-${person}`
