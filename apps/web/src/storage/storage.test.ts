import { describe, expect, test } from 'vitest'
import { createCookieJar } from './cookies.ts'
import { createHistory } from './history.ts'
import { createMemoryStore, createSafeStore, type KeyValueStore } from './keyValueStore.ts'
import { createStorage } from './storage.ts'

function aBrowser() {
	const shelf = createMemoryStore()
	const lines: string[] = []
	return {
		shelf,
		lines,
		storage: createStorage(
			shelf,
			createMemoryStore(),
			createCookieJar(line => lines.push(line), false),
		),
	}
}

const signedIn = { accessToken: 'tok', userInfo: { id: '7' }, userName: 'hanmei', nickName: '韩梅' }

describe('what the browser remembers', () => {
	test('[STORE-01] [STORE-02] every text is kept under its exact name', () => {
		const { shelf, storage } = aBrowser()
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
			expect(shelf.getItem(key)).toBe(`${key}!`)
			storage.write(key, undefined)
			expect(storage.read(key)).toBeUndefined()
		}
	})

	test('[STORE-01] person and company are kept as JSON, and a broken one is nothing', () => {
		const { shelf, storage } = aBrowser()
		storage.writeJson('corp', { corpId: 'c1' })
		expect(shelf.getItem('corp')).toBe('{"corpId":"c1"}')
		shelf.setItem('userInfo', '{broken')
		expect(storage.readJson('userInfo')).toBeUndefined()
	})

	test('[STORE-02] camera and microphone are off until switched on, as 1 and 0', () => {
		const { shelf, storage } = aBrowser()
		expect([storage.isDeviceOn('camera'), storage.isDeviceOn('microphone')]).toEqual([false, false])
		storage.setDeviceOn('camera', true)
		storage.setDeviceOn('microphone', false)
		expect([shelf.getItem('camera'), shelf.getItem('microphone')]).toEqual(['1', '0'])
		expect(storage.isDeviceOn('camera')).toBe(true)
	})

	test('[STORE-03] [LOGIN-24] [OP-048] signing in is mirrored in cookies', () => {
		const { shelf, lines, storage } = aBrowser()
		storage.saveSession(signedIn, true)
		expect(shelf.getItem('userInfo')).toBe('{"id":"7"}')
		expect(lines.map(line => line.split('=')[0])).toEqual(['accessToken', 'userInfo', 'userName', 'nickName'])
		expect(lines[3]).toContain(`nickName=${encodeURIComponent('韩梅')};`)
	})

	test('[STORE-09] [STORE-10] [OP-049] cookies live a day, and seven where somebody stays signed in', () => {
		const { lines, storage } = aBrowser()
		storage.saveToken('t', false)
		storage.saveToken('t', true)
		expect(lines.map(line => /max-age=(\d+)/.exec(line)?.[1])).toEqual(['86400', '604800'])
	})

	test('[OP-048] signing out clears both', () => {
		const { shelf, lines, storage } = aBrowser()
		storage.saveSession(signedIn, true)
		lines.length = 0
		storage.removeSession()
		expect(['accessToken', 'userInfo', 'userName', 'corp'].map(key => shelf.getItem(key))).toEqual([
			null,
			null,
			null,
			null,
		])
		expect(lines).toHaveLength(4)
		expect(lines.every(line => line.includes('max-age=0'))).toBe(true)
	})

	test('a mirror no cookie can hold is not written', () => {
		const { lines, storage } = aBrowser()
		storage.saveSession({ ...signedIn, userInfo: { companies: '企'.repeat(2000) } }, true)
		expect(lines.find(line => line.startsWith('userInfo='))).toContain('max-age=0')
	})

	test('[STORE-03] the room for the live pages', () => {
		const { lines, storage } = aBrowser()
		storage.saveRoom('9', 'topic')
		expect(lines.map(line => line.split(';')[0])).toEqual(['roomId=9', 'topic=topic'])
	})
})

describe('what was done before', () => {
	test('[STORE-02] five joined meetings a person, newest first, each once', () => {
		const { joined } = createHistory(createMemoryStore())
		for (const id of ['1', '2', '3', '4', '5', '6', '3']) joined.add('7', { id, topic: `t${id}` })
		expect(joined.list('7').map(({ id }) => id)).toEqual(['3', '6', '5', '4', '2'])
		expect(joined.list('8')).toEqual([])
		expect(joined.list(undefined)).toEqual([])
	})

	test('[STORE-05] five searches, apart for what is searched', () => {
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

	test('[STORE-07] twenty meetings seen, newest first, each once by its meeting_id', () => {
		const { seen } = createHistory(createMemoryStore())
		for (let id = 1; id <= 21; id++) seen.add('7', { meeting_id: String(id), topic: '' })
		seen.add('7', { meeting_id: '5', topic: 'new name' })
		const kept = seen.list('7')
		expect(kept).toHaveLength(20)
		expect(kept[0]).toEqual({ meeting_id: '5', topic: 'new name' })
		expect(kept.map(({ meeting_id }) => meeting_id)).not.toContain('1')
	})

	test('what somebody else wrote there is passed over', () => {
		const shelf = createMemoryStore()
		shelf.setItem('joinHistory.7', '[1,null,{"id":"2"},{"id":"3","topic":"x"}]')
		expect(createHistory(shelf).joined.list('7')).toEqual([{ id: '3', topic: 'x' }])
	})
})

describe('a browser that keeps nothing', () => {
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
			'throws at the mere mention',
			() => {
				throw new Error('SecurityError')
			},
		],
	])('that %s is stood in for by memory', (_, find) => {
		const shelf = createSafeStore(find)
		shelf.setItem('locale', 'en')
		expect(shelf.getItem('locale')).toBe('en')
		shelf.removeItem('locale')
		expect(shelf.getItem('locale')).toBeNull()
	})

	test('what could not be kept once is kept when it can be again', () => {
		const browser = createMemoryStore()
		let full = true
		const shelf = createSafeStore(() => ({
			...browser,
			setItem(key, value) {
				if (full) throw new Error('QuotaExceededError')
				browser.setItem(key, value)
			},
		}))
		shelf.setItem('locale', 'en')
		full = false
		shelf.setItem('locale', 'zh')
		expect([browser.getItem('locale'), shelf.getItem('locale')]).toEqual(['zh', 'zh'])
	})
})
