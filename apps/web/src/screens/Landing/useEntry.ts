import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { getCurrentPerson, getLandingAction, refreshSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { storage } from '../../storage/index.ts'

const entry = (search: { meetingId?: string | undefined }) =>
	search.meetingId !== undefined
		? 'link'
		: getLandingAction({
				publicScan: storage.read('publicScan'),
				hasUser: getCurrentPerson().kind === 'member',
				// LAND-05
				showsPublicList: useSite.getState().copyright?.publicMeetings !== false,
			})

/** Sends those on who do not belong here; `passing` while that is being found out. */
export function useEntry(): 'passing' | 'here' {
	const router = useRouter()
	const [search] = useState<{ meetingId?: string | undefined }>(router.state.location.search)
	const [first] = useState(() => entry(search))
	const [at, setAt] = useState<'passing' | 'here'>(first === 'stay' ? 'here' : 'passing')

	useEffect(() => {
		let here = true
		// A link stores the flag, and whoever comes here without one uses it up (LAND-14, OP-045).
		if (first !== 'link') storage.write('publicScan', undefined)
		if (first === 'stay') return

		async function next() {
			if (first === 'link') return (await import('./follow.ts')).placeOfShortLink(search)
			if (first === 'publicMeetings') return { to: '/publicMeeting' as const }
			return (await refreshSession()) === 'member' ? { to: '/MeetingList' as const } : undefined
		}
		const stay = () => here && setAt('here')
		next().then(place => (place && here ? void router.navigate({ ...place, replace: true }) : stay()), stay)
		return () => {
			here = false
		}
	}, [first, router, search])

	return at
}
