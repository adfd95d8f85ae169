import { describe, expect, test } from 'vitest'
import { createFieldCipher, isEncrypted } from './fieldCipher.ts'
import { createFieldKeysInMemory } from './fieldKeys.ts'
import { storedName, storedNameKey } from './storedName.ts'

const store = createFieldKeysInMemory()
const [first, second] = [store.add(), store.add()]
const old = createFieldCipher([first], first.id)
const current = createFieldCipher(store.read(), second.id)

describe('an encrypted value', () => {
	test('is read with its key, also after a newer one is in use', () => {
		for (const text of ['', '4711', '密码 Ü', 'x'.repeat(5_000)]) {
			const stored = old.encrypt('meetings.password', text)
			expect(isEncrypted(stored)).toBe(true)
			expect(old.decrypt('meetings.password', stored)).toBe(text)
			expect(current.decrypt('meetings.password', stored)).toBe(text)
		}
	})

	test('reveals neither its content, nor that two are the same', () => {
		const [one, other] = [old.encrypt('users.mobile', '13800138000'), old.encrypt('users.mobile', '13800138000')]
		expect(one).not.toContain('13800138000')
		expect(one).not.toBe(other)
	})

	test('is of one column, is not changed, and is nothing without its key', () => {
		const stored = current.encrypt('meetings.password', '4711')
		expect(() => current.decrypt('meetings.host_password', stored)).toThrow()
		expect(() => old.decrypt('meetings.password', stored)).toThrow('no field key')
		const changed = `${stored.slice(0, 20)}${stored[20] === 'A' ? 'B' : 'A'}${stored.slice(21)}`
		expect(() => current.decrypt('meetings.password', changed)).toThrow()
		expect(() => current.decrypt('meetings.password', '4711')).toThrow()
		expect(() => current.decrypt('meetings.password', `~${second.id}.AAAA`)).toThrow()
	})
})

test('a value is found by a hash that depends on the key and the column', () => {
	expect(old.lookup('users.mobile', '13800138000')).toBe(old.lookup('users.mobile', '13800138000'))
	expect(old.lookup('users.mobile', '13800138000')).not.toBe(current.lookup('users.mobile', '13800138000'))
	expect(old.lookup('users.mobile', '13800138000')).not.toBe(old.lookup('sms_codes.mobile', '13800138000'))
})

test('a key is recognised by what it encrypted', () => {
	expect(current.isProof(current.prove())).toBe(true)
	expect(old.isProof(current.prove())).toBe(false)
	expect(old.isProof('~00000000.AAAA')).toBe(false)
	const impostor = createFieldCipher([{ ...store.add(), id: first.id }], first.id)
	expect(impostor.isProof(old.prove())).toBe(false)
})

test.each(['13800138000', '86-13800138000', '1-2015550123'])('the login name %s is a number, and is hidden', name => {
	expect(storedName(old, name)).not.toContain(name)
	expect(storedNameKey(old, name)).toMatch(/^~/)
	expect(storedNameKey(old, name)).not.toContain(name)
})

test.each(['hanmei', 'HanMei', '10023', 'room-12', '2026-11'])('the login name %s is none', name => {
	expect(storedName(old, name)).toBe(name)
	expect(storedNameKey(old, name)).toBe(name.toLowerCase())
})
