import { createHmac } from 'node:crypto'
import type { ParticipantId } from '@parley/room'
import { expect, test } from 'vitest'
import { turnServerOf } from './turnCredentials.ts'

const turn = { urls: ['turn:turn.example.org'], secret: 'a secret of two servers' }
const id = 'participant-1' as ParticipantId

test('[ROOM-105] the credentials are valid for an hour, name the participant, and follow from the secret', () => {
	const { urls, username = '', credential } = turnServerOf(turn, id, 1_000_500)
	expect([urls, username]).toEqual([turn.urls, '4600:participant-1'])
	expect(credential).toBe(createHmac('sha1', turn.secret).update(username).digest('base64'))
})

test('[ROOM-105] another secret, participant or time has another password', () => {
	const passwords = [
		turnServerOf(turn, id, 0),
		turnServerOf({ ...turn, secret: 'another secret of two' }, id, 0),
		turnServerOf(turn, 'participant-2' as ParticipantId, 0),
		turnServerOf(turn, id, 1_000),
	].map(({ credential }) => credential)
	expect(new Set(passwords).size).toBe(4)
})
