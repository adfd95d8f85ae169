import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { getCurrentPerson, getLandingAction, refreshSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { storage } from '../../storage/index.ts'

/** A link that could not be followed leaves its user here. */
const getAction = (isLink: boolean) =>
	isLink
		? 'stay'
		: getLandingAction({
				publicScan: storage.read('publicScan'),
				hasUser: getCurrentPerson().kind === 'member',
				// LAND-05
				showsPublicList: useSite.getState().copyright?.publicMeetings !== false,
			})

/** Redirects members and public scans; true until it is known that this person stays. */
export function useLandingRedirect(): boolean {
	const router = useRouter()
	const [isLink] = useState('meetingId' in router.state.location.search)
	const [action] = useState(() => getAction(isLink))
	const [isTokenRefused] = useState(router.state.location.state.isTokenRefused)
	const [isRedirecting, setRedirecting] = useState(action !== 'stay')

	useEffect(() => {
		let isMounted = true
		// A link has set the flag; without one it is used up (LAND-14, OP-045).
		if (!isLink) storage.write('publicScan', undefined)
		if (action === 'stay') return

		async function getTarget() {
			if (action === 'publicMeetings') return { to: '/publicMeeting' as const }
			const person = await refreshSession()
			if (person === 'member') return { to: '/MeetingList' as const }
			// HTTP-09: they were not on their way here, so staying would look like a sign-out without a reason.
			if (person === 'unknown' || !isTokenRefused) return undefined
			return { to: '/Login' as const, state: { isSessionRefused: true } }
		}
		const stay = () => isMounted && setRedirecting(false)
		getTarget().then(target => {
			if (target && isMounted) void router.navigate({ ...target, replace: true })
			else stay()
		}, stay)
		return () => {
			isMounted = false
		}
	}, [action, isLink, isTokenRefused, router])

	return isRedirecting
}
