import { createHash, createHmac } from 'node:crypto'
import {
	type AnswerCodeName,
	answerCodes,
	GroupId as groupId,
	hmacSign,
	type ImAppId,
	type ImUserId,
	ImUserId as imUserId,
	signedText,
	UserOnline,
} from '@parley/im'
import * as v from 'valibot'
import type { Clock } from '../../../platform/clock.ts'
import { isEqualInConstantTime } from '../../../platform/constantTime.ts'
import type { RateLimit } from '../../../platform/rateLimit.ts'
import { effectiveRoleOf, rightsRefusal } from '../groups/groupPolicy.ts'
import { isThere } from '../model/group.ts'
import type { OnlinePeople, OnlineQuestion } from '../ports/onlinePeople.ts'
import type { MessagingStore } from '../store/store.ts'
import type { TokenIdentity, TokenVerifier } from './tokens.ts'

/** Maximum number of people per query. */
const maxAsked = 200

export interface OnlinePeopleDeps {
	store: Pick<MessagingStore, 'findGroupAndMember' | 'findMembers' | 'listFriends'>
	tokens: TokenVerifier
	/** Returns which of these people have a session, on any node. */
	findOnline(appId: ImAppId, uids: readonly ImUserId[]): Promise<ImUserId[]>
	/** Counts the questions of a person. */
	questions: Pick<RateLimit, 'consume'>
	clock: Clock
}

/** Online status of a person's contacts (IMH-05 to IMH-08): themselves, friends, and members of common groups. */
export function createOnlinePeople({ store, tokens, findOnline, questions, clock }: OnlinePeopleDeps): OnlinePeople {
	/**
	 * Returns the people in `uids` the person may know about; nothing is revealed about others, not even their existence.
	 */
	async function findKnown(asker: TokenIdentity, uids: readonly ImUserId[], gid: string): Promise<Set<ImUserId>> {
		const { appId, uid, isGuest } = asker
		const known = new Set<ImUserId>([uid])
		if (!isGuest) for (const { friendUid } of await store.listFriends(appId, uid)) known.add(friendUid)
		const parsed = v.safeParse(groupId, gid)
		const found = parsed.success ? await store.findGroupAndMember(appId, parsed.output, uid) : undefined
		if (!parsed.success || !found) return known
		const effectiveRole = effectiveRoleOf(found.group, found.member, { isGuest }, clock.now())
		if (rightsRefusal('groupMemberList', found.group, effectiveRole)) return known
		const members = await store.findMembers(appId, parsed.output, uids)
		for (const member of members) if (isThere(member)) known.add(member.uid)
		return known
	}

	return async function answer(question) {
		const { body, token, appId, ownAppId } = question
		const verified = await tokens.verify(token, clock.now())
		if (verified.status === 'expired') return refusal('userTokenExpired')
		if (verified.status === 'invalid') return refusal('unauthorised')
		const { identity } = verified
		if (identity.appId !== appId || identity.appId !== ownAppId) return refusal('unauthorised')
		if (!isSigned(question)) return refusal('unauthorised')
		const counted = await questions.consume(`${appId} ${identity.uid}`)
		if (!counted.ok) return refusal('tooMany')
		const input = v.safeParse(UserOnline.input, parseJson(body))
		if (!input.success) return refusal('invalidData')
		const { userId, subBizType } = input.output
		const uids = [...new Set(userId.split(','))]
			.slice(0, maxAsked)
			.flatMap(uid => (v.is(imUserId, uid.trim()) ? [v.parse(imUserId, uid.trim())] : []))
		const known = await findKnown(identity, uids, String(subBizType))
		const onlineUsers = await findOnline(
			identity.appId,
			uids.filter(uid => known.has(uid)),
		)
		return { code: answerCodes.ok, onlineUsers }
	}
}

const refusal = (name: AnswerCodeName) => ({ code: answerCodes[name], msg: name, onlineUsers: [] })

function isSigned({ body, token, sign, signVersion }: OnlineQuestion): boolean {
	if (signVersion === hmacSign) {
		return isEqualInConstantTime(sign, createHmac('sha256', token).update(body).digest('hex'))
	}
	if (signVersion !== '') return false
	// Existing clients send MD5; the caller's identity is proved by the token, which was verified before.
	return isEqualInConstantTime(sign, createHash('md5').update(signedText(body, token)).digest('hex'))
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}
