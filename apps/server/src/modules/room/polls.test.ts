import type { Poll } from '@parley/room'
import { beforeEach, expect, test } from 'vitest'
import { createRoomHarness, enterRoom, type RoomHarness } from './fixtures.ts'

let harness: RoomHarness
beforeEach(async () => {
	harness = await createRoomHarness()
})

const draft = { question: 'Tuesday or Friday?', options: ['Tuesday', 'Friday'] }
const done = { ok: true, value: null }
const refused = (failure: string) => ({ ok: false, failure })
const polls = () =>
	harness.events.filter(({ event }) => event === 'room.poll').map(({ payload }) => payload[0] as unknown as Poll)
const counts = (poll = polls().at(-1)) => poll?.options.map(({ count }) => count)

async function aMeeting() {
	const host = await enterRoom(harness.service, { displayName: 'Han Mei', personKey: 'hanmei', host: true })
	const member = await enterRoom(harness.service, { displayName: 'Li Lei', personKey: 'lilei' })
	return { host, member }
}

test('[ROOM-215] everybody answers once and may change it; the answers are counted for all, nobody is named', async () => {
	const { host, member } = await aMeeting()
	const { service } = harness
	expect(service.startPoll(host.who, draft)).toEqual(done)
	const { id = 0 } = polls().at(-1) ?? {}
	expect(polls().at(-1)).toEqual({
		id,
		question: draft.question,
		options: [
			{ text: 'Tuesday', count: 0 },
			{ text: 'Friday', count: 0 },
		],
		isOpen: true,
		ownAnswer: null,
	})
	expect(service.answerPoll(member.who, id, 0)).toEqual(done)
	expect(service.answerPoll(host.who, id, 1)).toEqual(done)
	expect(counts()).toEqual([1, 1])
	expect(service.answerPoll(member.who, id, 1)).toEqual(done)
	expect(counts()).toEqual([0, 2])
	// The other window of the same person is the same person.
	const tablet = await enterRoom(service, { displayName: 'Li Lei', personKey: 'lilei' })
	expect(tablet.entered.poll).toMatchObject({ id, ownAnswer: 1 })
	service.answerPoll(tablet.who, id, 0)
	expect(counts()).toEqual([1, 1])
	// Each person is told their own answer, in each of their windows.
	const own = harness.events
		.slice(-3)
		.map(({ connections, payload }) => [connections, (payload[0] as { ownAnswer: unknown }).ownAnswer])
	expect(own).toEqual([
		[[host.who.connection], 1],
		[[member.who.connection], 0],
		[[tablet.who.connection], 0],
	])
	// The same answer again tells nobody anything.
	const before = polls().length
	expect(service.answerPoll(tablet.who, id, 0)).toEqual(done)
	expect(polls()).toHaveLength(before)
})

test('[ROOM-216] one poll at a time; after its end nothing counts, and the next one is another one', async () => {
	const { host, member } = await aMeeting()
	const { service } = harness
	service.startPoll(host.who, draft)
	const { id = 0 } = polls().at(-1) ?? {}
	expect(service.startPoll(host.who, draft)).toEqual(refused('poll.running'))
	service.answerPoll(member.who, id, 0)
	expect(service.endPoll(host.who)).toEqual(done)
	expect(polls().at(-1)).toMatchObject({ isOpen: false })
	expect(service.answerPoll(member.who, id, 1)).toEqual(refused('poll.over'))
	const count = polls().length
	expect(service.endPoll(host.who)).toEqual(done)
	expect(polls()).toHaveLength(count)
	service.startPoll(host.who, { ...draft, question: 'Again?' })
	const next = polls().at(-1)?.id ?? 0
	expect([next > id, counts()]).toEqual([true, [0, 0]])
	expect(service.answerPoll(member.who, id, 0)).toEqual(refused('poll.over'))
	expect(service.answerPoll(member.who, next, 2)).toEqual(refused('poll.over'))
})

test('[ROOM-216] only who runs the meeting asks, and nobody from outside answers', async () => {
	const { host, member } = await aMeeting()
	const { service } = harness
	expect(service.startPoll(member.who, draft)).toEqual(refused('role.not-allowed'))
	service.startPoll(host.who, draft)
	expect(service.endPoll(member.who)).toEqual(refused('role.not-allowed'))
	const { id = 0 } = polls().at(-1) ?? {}
	service.leave(member.who)
	expect(service.answerPoll(member.who, id, 0)).toEqual(refused('poll.over'))
	expect(counts()).toEqual([0, 0])
})

test('[ROOM-216] a newcomer sees the poll of the room, and no answer of theirs', async () => {
	const { host } = await aMeeting()
	expect(host.entered.poll).toBeNull()
	harness.service.startPoll(host.who, draft)
	const late = await enterRoom(harness.service, { displayName: 'Ann', personKey: 'g_ann' })
	expect(late.entered.poll).toMatchObject({ question: draft.question, ownAnswer: null })
})

test('[ROOM-217] the activity of the meeting has the question and the counts', async () => {
	const { host, member } = await aMeeting()
	const noted: unknown[] = []
	harness.service.onActivity(({ action, detail }) => noted.push([action, detail]))
	harness.service.startPoll(host.who, draft)
	harness.service.answerPoll(member.who, polls().at(-1)?.id ?? 0, 0)
	harness.service.endPoll(host.who)
	expect(noted).toEqual([
		['poll-started', 'Tuesday or Friday?'],
		['poll-ended', 'Tuesday or Friday? Tuesday: 1, Friday: 0'],
	])
})
