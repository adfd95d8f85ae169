import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { currentPerson, entryOf, refreshSession } from '../../features/session/index.ts'
import { storage } from '../../storage/index.ts'

const entry = (routes: object) =>
	entryOf({
		publicScan: storage.read('publicScan'),
		hasUser: currentPerson().at === 'member',
		listBuilt: '/publicMeeting' in routes,
	})

/** Sends those on who do not belong here; `passing` while that is being found out. */
export function useEntry(): 'passing' | 'here' {
	const router = useRouter()
	const [first] = useState(() => entry(router.routesByPath))
	const [at, setAt] = useState<'passing' | 'here'>(first === 'stay' ? 'here' : 'passing')

	useEffect(() => {
		if (first === 'stay') return
		if (first === 'publicMeetings') {
			storage.write('publicScan', undefined)
			return void router.navigate({ href: '/publicMeeting', replace: true })
		}
		let here = true
		void refreshSession().then(who => {
			if (!here) return
			if (who === 'member') void router.navigate({ to: '/MeetingList', replace: true })
			else setAt('here')
		})
		return () => {
			here = false
		}
	}, [first, router])

	return at
}
