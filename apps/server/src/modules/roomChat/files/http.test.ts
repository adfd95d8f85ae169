import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { participantFilesPath } from '@parley/api'
import { type ChatFileId, chatFileLimits, type MeetingId } from '@parley/core'
import { ImAppId, ImUserId } from '@parley/im'
import { type ParticipantId, toChatUserId } from '@parley/room'
import sharp from 'sharp'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { enterRoom } from '../../../testing/enterRoom.ts'
import { createTestServer, schedule, type TestClient, type TestServer } from '../../../testing/testServer.ts'

let testServer: TestServer
let anna: TestClient
let meetingId: MeetingId

beforeEach(async () => {
	testServer = await createTestServer()
	anna = await testServer.signIn('anna')
	meetingId = await schedule(anna, { meeting_start_rule: 0 })
})
afterEach(() => testServer.close())

const rooms = () => testServer.nouns.room.rooms
const files = () => testServer.nouns.roomChat.files
const folder = () => join(dirname(testServer.pictureFolder), 'chat-files')

interface InRoom {
	client: TestClient
	connection: { meetingId: MeetingId; participantId: ParticipantId; connection: string }
	uid: ImUserId
	gid: string
	token: string
}

/** Somebody enters the room of a meeting, and its chat. */
async function enter(client: TestClient, id = meetingId): Promise<InRoom> {
	const { entered, who: connection } = await enterRoom(testServer, client, id)
	const chat = await rooms().enterChat(connection)
	if (!chat.ok) throw new Error(chat.failure)
	const uid = v.parse(ImUserId, toChatUserId(entered.self))
	return { client, connection, uid, gid: chat.value.gid, token: chat.value.files.token }
}

const pdf = (bytes = 100) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 0x20)])
const aPicture = (kind: 'png' | 'gif' | 'webp' | 'jpeg' = 'png') =>
	sharp({ create: { width: 640, height: 360, channels: 3, background: '#306090' } })
		[kind]()
		.toBuffer()

type From = Pick<InRoom, 'client' | 'token'>
const start = ({ client, token }: From, fields: object = {}) =>
	client.send('POST /meeting/chat/files?unauth', { token, to: 'everyone', name: 'plan.pdf', bytes: 100, ...fields })
function sendPart({ client, token }: From, id: string, index: number, part: Uint8Array) {
	const form = new FormData()
	form.append('token', token)
	form.append('id', id)
	form.append('index', String(index))
	form.append('part', new Blob([part as Uint8Array<ArrayBuffer>]))
	return client.send('POST /meeting/chat/files/parts?unauth', form)
}
const finish = ({ client, token }: From, id: string) =>
	client.send('POST /meeting/chat/files/finish?unauth', { token, id })

/** Uploads a file, and returns the answer to its last call. */
async function upload(from: From, content: Uint8Array, fields: object = {}) {
	const started = await start(from, { bytes: content.length, ...fields })
	if (started.code !== 200) return started
	const { id } = started.data
	const { partBytes } = chatFileLimits
	for (let index = 0; index * partBytes < content.length; index++)
		await sendPart(from, id, index, content.subarray(index * partBytes, (index + 1) * partBytes))
	return await finish(from, id)
}

/** Describes a file for its message, as messaging asks when its author writes one. */
const describeFile = ({ uid, gid }: InRoom, id: string, to?: InRoom) =>
	files().attachFile(v.parse(ImAppId, 'A'), uid, to ? { userId: to.uid } : { gid: gid as never }, id)

/** Attaches a file to a message that messaging stores. */
async function attach(from: InRoom, id: string, to?: InRoom) {
	const described = await describeFile(from, id, to)
	if (described.ok) await files().markSent(id as ChatFileId, testServer.clock.now())
	return described
}

async function sent(from: InRoom, content: Uint8Array, fields: { name?: string } = {}, to?: InRoom): Promise<string> {
	const { data } = await upload(from, content, { ...fields, to: to?.uid ?? 'everyone' })
	expect(await attach(from, data.id, to)).toMatchObject({ ok: true })
	return data.id
}

const cookieOf = (headers: Record<string, unknown>) =>
	[headers['set-cookie']]
		.flat()
		.map(String)
		.find(text => text.startsWith('parley_live=')) ?? ''

async function load(reader: InRoom, id: string, form = 'download', at = reader.connection.participantId as string) {
	const opened = await reader.client.send('POST /meeting/chat/files/open?unauth', { token: reader.token })
	const cookie = cookieOf(opened.headers).split(';')[0] || `parley_live=${reader.token}`
	const url = `${participantFilesPath(at)}/${id}/${form}`
	return await testServer.app.inject({ url, headers: { host: reader.client.host, cookie } })
}

describe('[ROOM-220] a file', () => {
	test('in several parts is sent, and saved by everyone in the room with its name, never shown by the browser', async () => {
		const [host, guest] = [await enter(anna), await enter(await testServer.visit())]
		const content = pdf(chatFileLimits.partBytes * 2 + 7)
		const id = await sent(guest, content, { name: '../计划 "A".pdf' })
		const answer = await load(host, id)
		expect(answer.rawPayload.equals(content)).toBe(true)
		expect(answer.headers).toMatchObject({
			'content-type': 'application/octet-stream',
			'content-disposition': `attachment; filename="file.pdf"; filename*=UTF-8''${encodeURIComponent('计划 A.pdf')}`,
			'content-length': String(content.length),
			'x-content-type-options': 'nosniff',
			'content-security-policy': "default-src 'none'; sandbox",
			'cache-control': 'private, no-store',
		})
		for (const form of ['picture', 'thumbnail', 'raw']) expect((await load(host, id, form)).statusCode).toBe(404)
	})

	test('that is a picture is encoded again as WebP, with a thumbnail, and nothing of the original stays', async () => {
		const [host, guest] = [await enter(anna), await enter(await testServer.visit())]
		for (const kind of ['png', 'jpeg', 'gif', 'webp'] as const) {
			const reply = await upload(guest, Buffer.concat([await aPicture(kind), Buffer.from('<script>')]), {
				name: `photo.${kind}`,
			})
			expect(reply.data).toMatchObject({ name: 'photo.webp', picture: { width: 640, height: 360 } })
			await attach(guest, reply.data.id)
			const [picture, thumbnail] = [
				await load(host, reply.data.id, 'picture'),
				await load(host, reply.data.id, 'thumbnail'),
			]
			expect(picture.headers).toMatchObject({ 'content-type': 'image/webp', 'content-disposition': 'inline' })
			expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640 })
			expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 480 })
			expect(picture.rawPayload.includes('script')).toBe(false)
			expect(readdirSync(join(folder(), reply.data.id)).toSorted()).toEqual(['picture', 'thumbnail'])
		}
	})

	test('that moves keeps its frames, and its thumbnail stands still', async () => {
		const host = await enter(anna)
		const frames = await Promise.all(
			['red', 'blue'].map(background =>
				sharp({ create: { width: 20, height: 10, channels: 3, background } })
					.png()
					.toBuffer(),
			),
		)
		const gif = await sharp(frames, { join: { animated: true } })
			.gif()
			.toBuffer()
		const { data } = await upload(host, gif, { name: 'a.gif' })
		expect(data.picture).toEqual({ width: 20, height: 10 })
		expect((await sharp((await load(host, data.id, 'picture')).rawPayload).metadata()).pages).toBe(2)
		expect((await sharp((await load(host, data.id, 'thumbnail')).rawPayload).metadata()).pages ?? 1).toBe(1)
	})
})

describe('[ROOM-221] refused', () => {
	test.each([
		['an extension that a chat does not take', { name: 'page.html' }, 422, 42231],
		['a drawing that may have scripts', { name: 'a.svg' }, 422, 42231],
		['nothing', { bytes: 0 }, 422, 42232],
		['more bytes than the site allows', { bytes: 20 * 1024 ** 2 + 1 }, 413, 413],
		['a person who is not in the room', { to: 'p-aaaaaaaaaaaaaaaa' }, 404, 40432],
		['an id of messaging that is no participant', { to: 'u-ben' }, 404, 40432],
		['a forged token', { token: 'x.y.z' }, 404, 40431],
	])('%s, before anything is sent', async (_, fields, http, code) => {
		expect(await start(await enter(anna), fields)).toMatchObject({ http, code })
		expect(readdirSync(folder())).toEqual([])
	})

	test.each([
		['a page called .png', 'a.png', Buffer.from('<!doctype html><script>alert(1)</script>'), 42234],
		['a page called .pdf', 'a.pdf', Buffer.from('<!doctype html><script>alert(1)</script>'), 42234],
		['a program called .txt', 'a.txt', Buffer.from('MZ\u0000\u0001\u0002'), 42234],
		['a picture called .pdf', 'a.pdf', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), 42234],
		['a picture that is cut off', 'a.png', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), 42217],
	])('%s, and nothing of it is kept', async (_, name, content, code) => {
		const host = await enter(anna)
		const started = await start(host, { name, bytes: content.length })
		await sendPart(host, started.data.id, 0, content)
		expect(await finish(host, started.data.id)).toMatchObject({ http: 422, code })
		expect(await finish(host, started.data.id)).toMatchObject({ code: 40433 })
		expect(existsSync(join(folder(), started.data.id))).toBe(false)
	})

	test('parts out of order, too long, of another person, or missing; a part whose answer was lost is taken once', async () => {
		const [host, guest] = [await enter(anna), await enter(await testServer.visit())]
		const content = pdf(chatFileLimits.partBytes + 5)
		const { id } = (await start(host, { bytes: content.length })).data
		const [first, rest] = [content.subarray(0, chatFileLimits.partBytes), content.subarray(chatFileLimits.partBytes)]
		expect(await sendPart(host, id, 1, rest)).toMatchObject({ code: 42233 })
		expect(await sendPart(host, id, 0, rest)).toMatchObject({ code: 42233 })
		expect(await sendPart(guest, id, 0, first)).toMatchObject({ code: 40433 })
		for (let times = 0; times < 2; times++) expect(await sendPart(host, id, 0, first)).toMatchObject({ code: 200 })
		expect(await finish(host, id)).toMatchObject({ code: 40433 })
		expect(await sendPart(host, id, 1, content.subarray(0, 6))).toMatchObject({ code: 42233 })
		expect(await sendPart(host, id, 1, rest)).toMatchObject({ code: 200 })
		expect(await sendPart(host, id, 2, rest)).toMatchObject({ code: 42233 })
		expect(await finish(guest, id)).toMatchObject({ code: 40433 })
		// The answer may be lost, too.
		for (let times = 0; times < 2; times++) expect((await finish(host, id)).data).toMatchObject({ id })
	})

	test('more than ten files of a person in a minute, also after they have come again', async () => {
		const host = await enter(anna)
		for (let count = 0; count < chatFileLimits.perMinute; count++) expect((await start(host)).code).toBe(200)
		expect(await start(host)).toMatchObject({ http: 429, code: 42931 })
		rooms().leave(host.connection)
		expect(await start(await enter(anna))).toMatchObject({ code: 42931 })
		// One announced file replaces the one before.
		expect(
			(
				await testServer.database.db
					.selectFrom('meeting_chat_files' as never)
					.selectAll()
					.execute()
			).length,
		).toBe(0)
	})

	test('more than a chat may hold', async () => {
		const host = await enter(anna)
		await testServer.set('A', { chatFileMb: 50 })
		await testServer.database.db
			.insertInto('meeting_chat_files' as never)
			.values({
				id: `file_${'f'.repeat(16)}`,
				meeting_id: meetingId,
				gid: host.gid,
				author: host.uid,
				name: 'a',
				bytes: chatFileLimits.maxBytesPerMeeting - 50,
				created_at: testServer.clock.now(),
			} as never)
			.execute()
		expect(await start(host, { bytes: 51 })).toMatchObject({ http: 507, code: 507 })
		expect(await start(host, { bytes: 50 })).toMatchObject({ code: 200 })
	})
})

describe('[ROOM-222] who loads a file', () => {
	test('to one person: the two alone', async () => {
		const [host, guest, other] = [
			await enter(anna),
			await enter(await testServer.visit()),
			await enter(await testServer.signIn('ben')),
		]
		const id = await sent(guest, pdf(), {}, host)
		expect((await load(host, id)).statusCode).toBe(200)
		expect((await load(guest, id)).statusCode).toBe(200)
		expect((await load(other, id)).statusCode).toBe(404)
		// It becomes neither a message to everyone, nor one of somebody else or to somebody else.
		expect(await attach(guest, id)).toMatchObject({ failure: 'missing' })
		expect(await attach(guest, id, other)).toMatchObject({ failure: 'missing' })
		expect(await attach(host, id, guest)).toMatchObject({ failure: 'missing' })
	})

	test('until it is sent, its author alone; unfinished it is not sent', async () => {
		const [host, guest] = [await enter(anna), await enter(await testServer.visit())]
		const { id } = (await start(guest)).data
		expect(await attach(guest, id)).toMatchObject({ failure: 'missing' })
		await sendPart(guest, id, 0, pdf())
		await finish(guest, id)
		expect((await load(host, id)).statusCode).toBe(404)
		expect((await load(guest, id)).statusCode).toBe(200)
		// Its message may be refused after this.
		expect(await describeFile(guest, id)).toMatchObject({ ok: true })
		expect((await load(host, id)).statusCode).toBe(404)
		await attach(guest, id)
		expect((await load(host, id)).statusCode).toBe(200)
		await files().remove(id)
		for (const reader of [host, guest]) expect((await load(reader, id)).statusCode).toBe(404)
		expect(existsSync(join(folder(), id))).toBe(false)
	})

	test('no newcomer where the host hides what was before them, nobody who waits, is removed, has left, or is elsewhere', async () => {
		const [host, guest] = [await enter(anna), await enter(await testServer.visit())]
		const id = await sent(host, pdf())
		await rooms().setChatHistory(host.connection, false)
		testServer.clock.advance(1_000)
		const newcomer = await enter(await testServer.signIn('ben'))
		expect((await load(newcomer, id)).statusCode).toBe(404)
		await rooms().setChatHistory(host.connection, true)
		expect((await load(newcomer, id)).statusCode).toBe(200)

		const elsewhere = await enter(await testServer.visit(), await schedule(anna, { meeting_start_rule: 0 }))
		expect((await load(elsewhere, id)).statusCode).toBe(404)
		// The path of another person does not accept their cookie.
		expect((await load(guest, id, 'download', host.connection.participantId)).statusCode).toBe(404)

		await rooms().moveToWaiting(host.connection, newcomer.connection.participantId)
		await rooms().remove(host.connection, guest.connection.participantId)
		for (const gone of [newcomer, guest]) {
			expect((await load(gone, id)).statusCode).toBe(404)
			expect(await start(gone)).toMatchObject({ code: 40431 })
		}
		await rooms().endByHost(host.connection)
		testServer.clock.advance(11_000)
		await rooms().close(meetingId, 'ended')
		expect((await load(host, id)).statusCode).toBe(404)
		expect(await start(host)).toMatchObject({ http: 404, code: 40431 })
	})

	test('nobody without a cookie, or with the one of the kept chat', async () => {
		const host = await enter(anna)
		const id = await sent(host, pdf())
		const kept = await files().signKept({ meetingId, userId: 'u-anna' as never, sessionId: 'x' })
		for (const cookie of ['', `parley_live=${kept}`]) {
			const url = `${participantFilesPath(host.connection.participantId)}/${id}/download`
			const answer = await testServer.app.inject({ url, headers: { host: anna.host, cookie } })
			expect(answer.statusCode).toBe(404)
		}
	})
})

describe('[ROOM-223] turned off', () => {
	test('by the host for members and guests, at any point; hosts and co-hosts still send', async () => {
		const [host, guest] = [await enter(anna), await enter(await testServer.visit())]
		const { id } = (await start(guest)).data
		const { data } = await upload(host, pdf())
		await rooms().setPermissions(host.connection, { files: false })
		expect(await start(guest)).toMatchObject({ http: 409, code: 40932 })
		expect(await sendPart(guest, id, 0, pdf())).toMatchObject({ code: 40932 })
		expect(await finish(guest, id)).toMatchObject({ code: 40932 })
		expect(await attach(guest, id)).toMatchObject({ failure: 'off' })
		expect(await attach(host, data.id)).toMatchObject({ ok: true })
		expect((await start(host)).code).toBe(200)
		// A person who may not write sends no file.
		await rooms().setPermissions(host.connection, { files: true, write: false })
		expect(await start(guest)).toMatchObject({ code: 40932 })
	})

	test('by the site for everyone; its limit is that of the next file, and pages are told both', async () => {
		const host = await enter(anna)
		const { data } = await upload(host, pdf())
		await testServer.set('A', { chatFileMb: 1 })
		expect(await start(host, { bytes: 1024 ** 2 + 1 })).toMatchObject({ code: 413 })
		await testServer.set('A', { chatFiles: false })
		expect(await start(host)).toMatchObject({ http: 409, code: 40931 })
		expect(await attach(host, data.id)).toMatchObject({ failure: 'off' })
		const chat = await rooms().enterChat(host.connection)
		expect(chat.ok && chat.value.files.maxBytes).toBe(0)
		expect((await anna.send('GET /corp/indexCorp')).data).not.toHaveProperty('chatFiles')
	})
})

describe('[ROOM-225] afterwards', () => {
	async function loadKept(client: TestClient, id: string, cookie: string, meeting = meetingId) {
		const url = `/meeting/meetings/${meeting}/chat/files/${id}/download`
		return await testServer.app.inject({ url, headers: { host: client.host, cookie } })
	}
	const keptCookie = async (name: 'anna' | 'ben') => {
		const token = await files().signKept({ meetingId, userId: `u-${name}` as never, sessionId: await sessionOf(name) })
		return `parley_live=${token}`
	}
	const sessionOf = async (name: string) => {
		const rows = await testServer.database.db
			.selectFrom('sessions' as never)
			.selectAll()
			.execute()
		return String((rows as { id: string; user_id: string }[]).find(({ user_id }) => user_id === `u-${name}`)?.id)
	}

	test('members who were there load the files to everyone that they saw, and no others do', async () => {
		const ben = await testServer.signIn('ben')
		const [host, guest] = [await enter(anna), await enter(await testServer.visit())]
		const [open, secret] = [await sent(guest, pdf()), await sent(guest, pdf(), {}, host)]
		await rooms().close(meetingId, 'ended')
		const cookie = await keptCookie('anna')
		expect((await loadKept(anna, open, cookie)).statusCode).toBe(200)
		expect((await loadKept(anna, secret, cookie)).statusCode).toBe(404)
		expect((await loadKept(anna, open, cookie, '999999999' as MeetingId)).statusCode).toBe(404)
		expect((await loadKept(ben, open, await keptCookie('ben'))).statusCode).toBe(404)
		expect((await loadKept(anna, open, `parley_live=${guest.token}`)).statusCode).toBe(404)
		await anna.send('POST /auth/logout')
		expect((await loadKept(anna, open, cookie)).statusCode).toBe(404)
	})

	test('a file goes after thirty days, one of no message after an hour', async () => {
		const host = await enter(anna)
		const kept = await sent(host, pdf())
		const { data } = await upload(host, pdf())
		const { id: begun } = (await start(host)).data
		const has = (id: string) => existsSync(join(folder(), id))
		testServer.clock.advance(59 * 60_000)
		await files().removeOld()
		expect([has(kept), has(data.id)]).toEqual([true, true])
		testServer.clock.advance(2 * 60_000)
		await files().removeOld()
		expect([has(kept), has(data.id), has(begun)]).toEqual([true, false, false])
		testServer.clock.advance(30 * 86_400_000)
		await files().removeOld()
		expect(has(kept)).toBe(false)
	})

	test('the files of a deleted meeting go at once', async () => {
		const id = await sent(await enter(anna), pdf())
		const other = await sent(await enter(anna, await schedule(anna, { meeting_start_rule: 0 })), pdf())
		// One that is in progress is not deleted.
		await testServer.nouns.meeting.meetings.end(meetingId, testServer.clock.now())
		expect(await anna.send(`DELETE /meeting/meetings/${meetingId}`)).toMatchObject({ http: 200 })
		await vi.waitFor(() => expect(existsSync(join(folder(), id))).toBe(false))
		expect(existsSync(join(folder(), other))).toBe(true)
	})

	test('files that the database does not know go a day after they were found', async () => {
		const id = await sent(await enter(anna), pdf())
		await testServer.database.db.deleteFrom('meeting_chat_files' as never).execute()
		const has = () => existsSync(join(folder(), id))
		await files().removeUnknown()
		testServer.clock.advance(86_400_000)
		await files().removeUnknown()
		expect(has()).toBe(true)
		// It looks once an hour.
		testServer.clock.advance(3_599_999)
		await files().removeUnknown()
		expect(has()).toBe(true)
		testServer.clock.advance(1)
		await files().removeUnknown()
		expect(has()).toBe(false)
	})

	test('many files that the database does not know go, and those that it knows stay', async () => {
		const id = await sent(await enter(anna), pdf())
		for (let number = 0; number < 600; number++)
			mkdirSync(join(folder(), `file_${String(number).padStart(16, '0')}`, 'x'), { recursive: true })
		await files().removeUnknown()
		testServer.clock.advance(25 * 3_600_000)
		await files().removeUnknown()
		expect(readdirSync(folder())).toEqual([id])
	})
})
