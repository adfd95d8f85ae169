import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as answerCodes from './answerCodes.ts'
import { AnswerHead, calls } from './calls.ts'
import { endsSession, isRetryable } from './codes.ts'
import { decodeCall, decodeEnvelope, encodePacket, encodePush } from './envelope.ts'
import { callExamples, pushExamples } from './examples.ts'
import { formatCursor, parseCursor } from './formats.ts'
import { groupTypes } from './groupTypes.ts'
import { callNames, pushNames } from './packetNames.ts'
import { type CallName, packetName, packetNumbers } from './packets.ts'
import { pushes } from './pushes.ts'
import { memberRoles } from './roles.ts'
import { specText } from './specText.ts'

const file = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))

test('SPEC.md is made of the contract', async () => {
	await expect(`${specText()}\n`).toMatchFileSnapshot(file('SPEC.md'))
})

/** Every packet as it travels; clients in other languages test their codec with them. */
const vectors = [
	...callNames.flatMap(name => [
		{ name, part: 'call', envelope: encodePacket(name, 10_000, callExamples[name].input) },
		{ name, part: 'answer', envelope: encodePacket(name, 10_000, { code: 0, ...callExamples[name].answer }) },
	]),
	...pushNames.map(name => ({ name, part: 'push', envelope: encodePush(name, pushExamples[name]) })),
]

test('the golden vectors match the contract’s encoding', async () => {
	const lines = vectors.map(vector => JSON.stringify(vector)).join(',\n')
	await expect(`[\n${lines}\n]\n`).toMatchFileSnapshot(file('vectors.json'))
})

test.each(vectors)('$part of $name is read as it was written, and has the form of the contract', vector => {
	const { name, part, envelope } = vector
	const sent: unknown = JSON.parse(JSON.stringify(envelope))
	const decoded = decodeEnvelope(sent)
	if (!decoded.ok) throw new Error(decoded.error)
	expect(decoded.packet).toEqual({ name, messageId: envelope.messageId, data: envelope.jsonData })
	expect(encodePacket(name, decoded.packet.messageId, decoded.packet.data)).toEqual(sent)
	const schema =
		part === 'push'
			? pushes[name as keyof typeof pushes]
			: calls[name as CallName][part === 'call' ? 'input' : 'answer']
	const parsed = v.parse(schema, decoded.packet.data) as object
	expect(parsed).toMatchObject(decoded.packet.data)
	if (part === 'answer') v.parse(AnswerHead, decoded.packet.data)
	expect(decodeCall(sent).ok).toBe(part !== 'push')
})

/** Numbers as the source lists them. */
const numbers: Record<string, number> = {
	'[IMCALL-02] chatSend': 2000,
	'[IMCALL-03] chatHistory': 2001,
	'[IMCALL-05] friendApply': 3000,
	'[IMCALL-06] friendHandleApply': 3003,
	'[IMCALL-09] friendDelete': 3030,
	'[IMCALL-10] friendList': 3045,
	'[IMCALL-11] friendApplyStatus': 3047,
	'[IMCALL-12] friendShield': 3049,
	'[IMCALL-13] friendApplyList': 3050,
	'[IMCALL-14] friendModifyInfo': 3053,
	'[IMCALL-15] groupInvite': 4000,
	'[IMCALL-16] groupMemberList': 4002,
	'[IMCALL-17] groupSend': 4004,
	'[IMCALL-20] groupHistory': 4005,
	'[IMCALL-21] groupCreate': 4007,
	'[IMCALL-22] groupList': 4009,
	'[IMCALL-23] groupLeave': 4012,
	'[IMCALL-24] groupKick': 4014,
	'[IMCALL-25] groupUpdateInfo': 4016,
	'[IMCALL-26] groupShield': 4018,
	'[IMCALL-27] groupDelete': 4020,
	'[IMCALL-28] groupUpdateMember': 4022,
	'[IMCALL-29] groupUpdateImage': 4024,
	'[IMCALL-30] groupInfo': 4034,
	'[IMCALL-31] groupUpdateAnnouncement': 4042,
	'[IMCALL-32] groupQrCode': 4044,
	'[IMCALL-33] groupApply': 4047,
	'[IMCALL-34] groupOperateApply': 4048,
	'[IMCALL-36] groupPublicInfo': 4050,
	'[IMCALL-37] groupChangeOwner': 4052,
	'[IMCALL-38] groupRevoke': 4057,
	'[IMCALL-39] groupUnread': 4062,
	'[IMCALL-40] groupPoll': 4064,
}

test.each(Object.entries(numbers))('%s has number %i', (title, number) => {
	const name = title.slice(title.indexOf(' ') + 1) as CallName
	expect(encodePacket(name, 10_000, {}).messageType).toBe(number)
	expect(packetName(number)).toBe(name)
})

test('[IMCALL-43] sessions, users, sync and the search of notices have numbers of their own, and no number is used twice', () => {
	const own = { login: 1000, logout: 1002, userInfo: 1004, syncKeys: 1010, sync: 1012, noticeSearch: 1014 }
	for (const [name, number] of Object.entries(own)) expect(packetName(number)).toBe(name)
	const used = Object.values(packetNumbers)
	expect(new Set(used).size).toBe(used.length)
	for (const name of pushNames) expect(packetNumbers[name]).toBeGreaterThanOrEqual(9000)
})

test('[IMCALL-42] kinds of groups and roles have the numbers of existing clients', () => {
	expect(groupTypes).toEqual({ COMMON: 0, PRIVATE: 1, FORUM: 3, PUBLIC: 4, CHATROOM: 5 })
	expect(memberRoles).toEqual({ guest: -2, restricted: -1, common: 0, owner: 1, manager: 2 })
})

test('[IMC-22] success is 0; no code has two names or two consequences', () => {
	expect(answerCodes.ok).toBe(0)
	const codes = Object.values(answerCodes)
	expect(new Set(codes).size).toBe(codes.length)
	expect(codes.filter(endsSession).sort()).toEqual(
		[
			answerCodes.userKickedOff,
			answerCodes.userTokenExpired,
			answerCodes.unauthorised,
			answerCodes.forcedDisconnect,
		].sort(),
	)
	expect(codes.filter(code => endsSession(code) && isRetryable(code))).toEqual([])
})

test('[IMCALL-01] any input gives a packet or an error with its readable parts, never an exception', () => {
	const anything = fc.oneof(
		fc.anything(),
		fc.record(
			{
				messageId: fc.oneof(fc.integer(), fc.anything()),
				messageType: fc.oneof(fc.constantFrom(...Object.values(packetNumbers)), fc.anything()),
				jsonData: fc.oneof(fc.object(), fc.json(), fc.string(), fc.anything()),
			},
			{ requiredKeys: [] },
		),
	)
	fc.assert(
		fc.property(anything, value => {
			const decoded = decodeEnvelope(value)
			if (decoded.ok) expect(packetNumbers).toHaveProperty(decoded.packet.name)
			else expect(['malformed', 'unknownType']).toContain(decoded.error)
			expect(Number.isSafeInteger(decoded.ok ? decoded.packet.messageId : decoded.messageId)).toBe(true)
		}),
		{ numRuns: 5_000 },
	)
})

test('jsonData may be the JSON text of an object; unknown fields are kept', () => {
	const sent = { messageId: 10_000, messageType: 4004, jsonData: '{"gid":"g","content":"hi","mood":"🙂"}' }
	const decoded = decodeEnvelope(sent)
	if (!decoded.ok) throw new Error(decoded.error)
	expect(v.parse(calls.groupSend.input, decoded.packet.data)).toEqual({ gid: 'g', content: 'hi', mood: '🙂', type: 0 })
})

test('names of prototypes are no packets', () => {
	for (const messageType of ['constructor', '__proto__', 'toString'])
		expect(decodeEnvelope({ messageId: 1, messageType, jsonData: {} })).toMatchObject({ ok: false, error: 'malformed' })
})

test('a cursor is read as it was written', () => {
	expect(parseCursor(formatCursor('q3_J-x9', 1_234))).toEqual({ epoch: 'q3_J-x9', hisId: 1_234 })
})
