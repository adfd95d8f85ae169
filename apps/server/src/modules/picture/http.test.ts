import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { limits } from '@parley/core'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
	aNewMeeting,
	createTestServer,
	type SendOptions,
	schedule,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'

const uploadRoute = 'POST /meeting/uploadImg'
let testServer: TestServer
let anna: TestClient

beforeEach(async () => {
	testServer = await createTestServer()
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

const canvas = (width: number, height: number, color = '#306090') =>
	sharp({ create: { width, height, channels: 3, background: color } })
const aJpeg = (color?: string) => canvas(64, 36, color).jpeg().toBuffer()
const aPng = () => canvas(64, 36).png().toBuffer()

function formOf(bytes: Uint8Array | string, name = 'a.png', field = 'file', type = 'image/png') {
	const form = new FormData()
	form.append(field, new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name)
	return form
}
const upload = (bytes: Uint8Array | string, client = anna, options: SendOptions = {}) =>
	client.send(uploadRoute, formOf(bytes), options)
const uploaded = async (bytes: Uint8Array): Promise<string> => (await upload(bytes)).data.liveBgImg
const fetched = (path: string, headers = {}) =>
	testServer.app.inject({ url: path, headers: { host: 'a.example', ...headers } })
const files = () => readdirSync(testServer.pictureFolder)

/** A PNG header with these dimensions, without pixels. */
async function aPngOfSize(width: number, height: number): Promise<Buffer> {
	const png = await aPng()
	png.writeUInt32BE(width, 16)
	png.writeUInt32BE(height, 20)
	png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
	return png
}

describe('an uploaded picture', () => {
	test('[API-29, LSET-11] is answered with its path, and served to everyone as a JPEG that never changes', async () => {
		for (const bytes of [await aJpeg(), await aPng()]) {
			const reply = await upload(bytes)
			expect(reply).toMatchObject({ http: 200, code: 200 })
			const answer = await fetched(reply.data.liveBgImg)
			expect(answer.statusCode).toBe(200)
			expect(answer.headers).toMatchObject({
				'content-type': 'image/jpeg',
				'cache-control': 'public, max-age=31536000, immutable',
				'x-content-type-options': 'nosniff',
			})
			expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 36 })
		}
	})

	test('[API-29] is sent with company and token, like every call', async () => {
		const bytes = await aJpeg()
		expect((await upload(bytes, anna, { corpId: 'X' })).code).toBe(200)
		expect(await upload(bytes, anna, { corpId: 'Y' })).toMatchObject({ http: 403 })
		expect(await upload(bytes, anna, { csrf: null })).toMatchObject({ http: 419 })
		expect(await upload(bytes, anna, { csrf: 'x.y' })).toMatchObject({ http: 419 })
		expect(await upload(bytes, await testServer.visit())).toMatchObject({ http: 401 })
	})

	test('is re-encoded: upright, no larger than a screen, and without the other contents of the file', async () => {
		const large = await canvas(3_000, 1_500).jpeg().withMetadata({ orientation: 6 }).toBuffer()
		const path = await uploaded(Buffer.concat([large, Buffer.from('<script>alert(1)</script>')]))
		const { rawPayload } = await fetched(path)
		const { width, height, exif, orientation } = await sharp(rawPayload).metadata()
		expect({ width, height, exif, orientation }).toEqual({
			width: 960,
			height: 1_920,
			exif: undefined,
			orientation: undefined,
		})
		expect(rawPayload.includes('script')).toBe(false)
	})

	test('that is uploaded twice is one file', async () => {
		const bytes = await aJpeg()
		expect(await uploaded(bytes)).toBe(await uploaded(bytes))
		expect(files()).toHaveLength(1)
	})

	test('[LSET-12, OP-098] has 5 242 880 bytes at most', async () => {
		const jpeg = await aJpeg()
		const padded = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])
		expect((await upload(padded(limits.pictureMaxBytes))).code).toBe(200)
		expect(await upload(padded(limits.pictureMaxBytes + 1))).toMatchObject({ http: 413, code: 413 })
		expect(await upload(padded(limits.pictureMaxBytes + 100_000))).toMatchObject({ http: 413, code: 413 })
	})
})

describe('[LSET-11] refused, and nothing is kept', () => {
	test.each([
		['a drawing with a script renamed .png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
		['a page renamed .png', '<!doctype html><script>alert(1)</script>'],
		['nothing', ''],
	])('%s', async (_, text) => {
		expect(await upload(text)).toMatchObject({ http: 422, code: 42215 })
		expect(files()).toEqual([])
	})

	test('a GIF and a WebP, whatever they are called', async () => {
		for (const bytes of [await canvas(8, 8).gif().toBuffer(), await canvas(8, 8).webp().toBuffer()])
			expect(await upload(bytes)).toMatchObject({ http: 422, code: 42215 })
	})

	test('20,000 × 20,000 pixels, before they are decoded', async () => {
		const began = performance.now()
		expect(await upload(await aPngOfSize(20_000, 20_000))).toMatchObject({ http: 422, code: 42216 })
		expect(await upload(await aPngOfSize(2_000_000_000, 2_000_000_000))).toMatchObject({ http: 422 })
		expect(performance.now() - began).toBeLessThan(2_000)
		expect(files()).toEqual([])
	})

	test('a truncated picture, and a script behind the first bytes of one', async () => {
		const noise = Buffer.alloc(300 * 300 * 3, 0).map((_, at) => (at * 7_919) % 251)
		const jpeg = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
			.jpeg()
			.toBuffer()
		expect(await upload(jpeg.subarray(0, jpeg.length / 2))).toMatchObject({ http: 422, code: 42217 })
		const disguised = Buffer.concat([jpeg.subarray(0, 4), Buffer.from('<script>alert(1)</script>')])
		expect(await upload(disguised)).toMatchObject({ http: 422, code: 42217 })
		expect(files()).toEqual([])
	})

	test('another part, no part, two files, and JSON', async () => {
		const bytes = await aJpeg()
		expect(await anna.send(uploadRoute, formOf(bytes, 'a', 'other'))).toMatchObject({ http: 422, code: 422 })
		expect(await anna.send(uploadRoute, new FormData())).toMatchObject({ http: 422, code: 422 })
		const two = formOf(bytes)
		two.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'b.png')
		expect(await anna.send(uploadRoute, two)).toMatchObject({ http: 422, code: 422 })
		expect(await anna.send(uploadRoute, { file: 'x' })).toMatchObject({ http: 422, code: 422 })
		expect(files()).toEqual([])
	})

	test('a form that is cut off', async () => {
		const headers = { 'content-type': 'multipart/form-data; boundary=b' }
		const payload = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
		const { host } = anna
		const answer = await testServer.app.inject({
			method: 'POST',
			url: '/meeting/uploadImg',
			payload,
			headers: { ...headers, host, authorization: `Bearer ${anna.token}` },
		})
		expect(answer.statusCode).toBe(422)
	})
})

test('other files in the folder of pictures are not served', async () => {
	writeFileSync(join(testServer.pictureFolder, 'secret.txt'), 'x')
	for (const name of ['secret.txt', '..%2f..%2fetc%2fpasswd', '', '.', `${'0f'.repeat(32)}.jpg`])
		expect((await fetched(`/meeting/pictures/${name}`)).statusCode).toBe(404)
})

describe('a picture of a meeting', () => {
	const hasFile = (path: string) => existsSync(join(testServer.pictureFolder, path.split('/').pop() ?? ''))
	const edit = (id: string, fields: object) => anna.send(`PATCH /meeting/meetings/${id}`, fields)

	test('[LSET-01] is its background; a missing one is refused', async () => {
		const path = await uploaded(await aJpeg())
		const id = await schedule(anna, { live: 1, live_bg_img: path })
		expect((await anna.send(`GET /meeting/meetings/${id}`)).data.meeting.live_bg_img).toBe(path)
		const gone = `/meeting/pictures/${'0f'.repeat(32)}.jpg`
		expect(await edit(id, { live_bg_img: gone })).toMatchObject({ http: 422, code: 42214 })
		const wanted = aNewMeeting({ live: 1, live_bg_img: gone })
		expect(await anna.send('POST /meeting/meetings', wanted)).toMatchObject({ http: 422, code: 42214 })
	})

	test('is deleted when it is replaced, unless another meeting has it', async () => {
		const [first, second] = [await uploaded(await aJpeg('red')), await uploaded(await aJpeg('green'))]
		const one = await schedule(anna, { live: 1, live_bg_img: first })
		const other = await schedule(anna, { live: 1, details: `<p>a</p><img src="${first}" />` })
		testServer.clock.advance(120_000)
		await edit(one, { live_bg_img: second })
		expect([hasFile(first), hasFile(second)]).toEqual([true, true])
		await edit(other, { details: '<p>b</p>' })
		expect([hasFile(first), hasFile(second)]).toEqual([false, true])
		testServer.clock.advance(120_000)
		await edit(one, { live_bg_img: '' })
		expect(files()).toEqual([])
	})

	test('is deleted with its meeting', async () => {
		const path = await uploaded(await aJpeg())
		const id = await schedule(anna, { live: 1, live_bg_img: path, details: `<img src="${path}" />` })
		testServer.clock.advance(120_000)
		await anna.send(`DELETE /meeting/meetings/${id}`)
		expect(hasFile(path)).toBe(false)
	})

	test('that no meeting got is deleted a day later', async () => {
		const [unused, used] = [await uploaded(await aJpeg('red')), await uploaded(await aJpeg('green'))]
		await schedule(anna, { live: 1, live_bg_img: used })
		testServer.clock.advance(23 * 3_600_000)
		await testServer.nouns.picture.pictures.removeUnused()
		expect([hasFile(unused), hasFile(used)]).toEqual([true, true])
		testServer.clock.advance(2 * 3_600_000)
		await testServer.nouns.picture.pictures.removeUnused()
		expect([hasFile(unused), hasFile(used)]).toEqual([false, true])
	})
})
