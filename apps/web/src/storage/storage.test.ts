import { describe, expect, test } from 'vitest'
import { createCookieJar } from './cookies.ts'
import { createHistory } from './history.ts'
import { createMemoryStore, createSafeStore, type KeyValueStore } from './keyValueStore.ts'
import { createStorage } from './storage.ts'

function createTestStorage() {
	const local = createMemoryStore()
	const lines: string[] = []
	return {
		local,
		lines,
		storage: createStorage(
			local,
			createMemoryStore(),
			createCookieJar(line => lines.push(line), false),
		),
	}
}

const signedIn = { accessToken: 'tok', userInfo: { id: '7' }, userName: 'hanmei', nickName: '韩梅' }

describe('createStorage', () => {
	test('[STORE-01] [STORE-02] every text is stored under its exact name', () => {
		const { local, storage } = createTestStorage()
		const keys = [
			'accessToken',
			'userName',
			'corpId',
			'mobile',
			'joinDisplayName',
			'publicScan',
			'publicMeeting',
		] as const
		for (const key of [...keys, 'activeType', 'appleId', 'wxusrinfo', 'isInApp', 'locale'] as const) {
			storage.write(key, `${key}!`)
			expect(local.getItem(key)).toBe(`${key}!`)
			storage.write(key, undefined)
			expect(storage.read(key)).toBeUndefined()
		}
	})

	test('[STORE-01] person and company are stored as JSON; a malformed one is undefined', () => {
		const { local, storage } = createTestStorage()
		storage.writeJson('corp', { corpId: 'c1' })
		expect(local.getItem('corp')).toBe('{"corpId":"c1"}')
		local.setItem('userInfo', '{broken')
		expect(storage.readJson('userInfo')).toBeUndefined()
	})

	test('[STORE-02] camera and microphone are off until switched on, as 1 and 0', () => {
		const { local, storage } = createTestStorage()
		expect([storage.isDeviceOn('camera'), storage.isDeviceOn('microphone')]).toEqual([false, false])
		storage.setDeviceOn('camera', true)
		storage.setDeviceOn('microphone', false)
		expect([local.getItem('camera'), local.getItem('microphone')]).toEqual(['1', '0'])
		expect(storage.isDeviceOn('camera')).toBe(true)
	})

	test('[LOGIN-24] [OP-048] signing in is mirrored in cookies', () => {
		const { local, lines, storage } = createTestStorage()
		storage.saveSession(signedIn, true)
		expect(local.getItem('userInfo')).toBe('{"id":"7"}')
		expect(lines.map(line => line.split('=')[0])).toEqual(['accessToken', 'userInfo', 'userName', 'nickName'])
		expect(lines[3]).toContain(`nickName=${encodeURIComponent('韩梅')};`)
	})

	test('[STORE-09] [STORE-10] [OP-049] cookies live a day, and seven where somebody stays signed in', () => {
		const { lines, storage } = createTestStorage()
		storage.saveToken('t', false)
		storage.saveToken('t', true)
		expect(lines.map(line => /max-age=(\d+)/.exec(line)?.[1])).toEqual(['86400', '604800'])
	})

	test('[OP-048] signing out clears both', () => {
		const { local, lines, storage } = createTestStorage()
		storage.saveSession(signedIn, true)
		lines.length = 0
		storage.removeSession()
		expect(['accessToken', 'userInfo', 'userName', 'corp'].map(key => local.getItem(key))).toEqual([
			null,
			null,
			null,
			null,
		])
		expect(lines).toHaveLength(4)
		expect(lines.every(line => line.includes('max-age=0'))).toBe(true)
	})

	test('[OP-048] a token that leads to no person is gone from its cookie, too', () => {
		const { local, lines, storage } = createTestStorage()
		storage.saveToken('t', true)
		lines.length = 0
		storage.removeToken()
		expect(local.getItem('accessToken')).toBeNull()
		expect(lines).toEqual([expect.stringMatching(/^accessToken=;.*max-age=0/)])
	})

	test('a value too long for a cookie is not mirrored', () => {
		const { lines, storage } = createTestStorage()
		storage.saveSession({ ...signedIn, userInfo: { companies: '企'.repeat(2000) } }, true)
		expect(lines.find(line => line.startsWith('userInfo='))).toContain('max-age=0')
	})
})

describe('createHistory', () => {
	test('[STORE-02] five joined meetings a person, newest first, each once', () => {
		const { joined } = createHistory(createMemoryStore())
		for (const id of ['1', '2', '3', '4', '5', '6', '3']) joined.add('7', { id, topic: `t${id}` })
		expect(joined.list('7').map(({ id }) => id)).toEqual(['3', '6', '5', '4', '2'])
		expect(joined.list('8')).toEqual([])
		expect(joined.list(undefined)).toEqual([])
	})

	test('[STORE-05] five searches of each kind', () => {
		const { searched } = createHistory(createMemoryStore())
		for (const words of ['a', 'b', 'c', 'd', 'e', 'f']) searched.meetings.add('7', words)
		expect(searched.meetings.list('7')).toEqual(['f', 'e', 'd', 'c', 'b'])
		searched.hosts.add('7', 'x')
		searched.members.add('7', 'y')
		expect([searched.meetings.list('7')[0], searched.hosts.list('7'), searched.members.list('7')]).toEqual([
			'f',
			['x'],
			['y'],
		])
		searched.meetings.clear('7')
		expect([searched.meetings.list('7'), searched.hosts.list('7')]).toEqual([[], ['x']])
	})

	test('[STORE-07] twenty meetings entered, newest first, each once by its meeting_id', () => {
		const { seen } = createHistory(createMemoryStore())
		for (let id = 1; id <= 21; id++) seen.add('7', { meeting_id: String(id), topic: '' })
		seen.add('7', { meeting_id: '5', topic: 'new name' })
		const kept = seen.list('7')
		expect(kept).toHaveLength(20)
		expect(kept[0]).toEqual({ meeting_id: '5', topic: 'new name' })
		expect(kept.map(({ meeting_id }) => meeting_id)).not.toContain('1')
	})

	test('entries of another shape are ignored', () => {
		const local = createMemoryStore()
		local.setItem('joinHistory.7', '[1,null,{"id":"2"},{"id":"3","topic":"x"}]')
		expect(createHistory(local).joined.list('7')).toEqual([{ id: '3', topic: 'x' }])
	})
})

describe('createSafeStore', () => {
	const refusing: KeyValueStore = {
		getItem: () => {
			throw new Error('SecurityError')
		},
		setItem: () => {
			throw new Error('QuotaExceededError')
		},
		removeItem: () => {
			throw new Error('SecurityError')
		},
	}

	test.each([
		['refuses', () => refusing],
		['has no storage', () => undefined],
		[
			'throws when the property is read',
			() => {
				throw new Error('SecurityError')
			},
		],
	])('memory replaces a browser store that %s', (_, find) => {
		const local = createSafeStore(find)
		local.setItem('locale', 'en')
		expect(local.getItem('locale')).toBe('en')
		local.removeItem('locale')
		expect(local.getItem('locale')).toBeNull()
	})

	test('a value that could not be stored once is stored when that is possible again', () => {
		const browser = createMemoryStore()
		let full = true
		const local = createSafeStore(() => ({
			...browser,
			setItem(key, value) {
				if (full) throw new Error('QuotaExceededError')
				browser.setItem(key, value)
			},
		}))
		local.setItem('locale', 'en')
		full = false
		local.setItem('locale', 'zh')
		expect([browser.getItem('locale'), local.getItem('locale')]).toEqual(['zh', 'zh'])
	})
})
