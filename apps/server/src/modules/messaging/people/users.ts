import { ok } from '@parley/core'
import type { CallAnswer, ImUserId } from '@parley/im'
import type { CallHandlers } from '../calls/context.ts'
import type { UserProfile } from '../model/person.ts'
import type { PersonDeps } from './personDeps.ts'

type WireUser = CallAnswer<'userInfo'>['list'][number]

/** A person as answers and pushes name them; without a profile they have no name. */
export const wireUser = (uid: ImUserId, profile: UserProfile | undefined): WireUser => ({
	userId: uid,
	nickName: profile?.nickName ?? '',
	...(profile?.imgUrl ? { imgUrl: profile.imgUrl } : {}),
	...(profile?.isGuest ? { guest: true } : {}),
})

export const createUserHandlers = ({ profiles }: Pick<PersonDeps, 'profiles'>): Pick<CallHandlers, 'userInfo'> => ({
	async userInfo({ caller }, { userIds }) {
		const uids = [...new Set(userIds)]
		const found = await profiles.find(caller.appId, uids)
		return ok({ list: uids.filter(uid => found.has(uid)).map(uid => wireUser(uid, found.get(uid))) })
	},
})
