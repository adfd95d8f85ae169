import { useEffect, useState } from 'react'
import { useSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { lazyComponent, runWhenIdle } from '../../ui/index.ts'

const CallListener = lazyComponent(async () => (await import('./CallListener.tsx')).CallListener)

/**
 * Where meetings of the site call their attendees, a member's page hears of it, over every screen and as long as they are
 * signed in. What that takes is loaded when the page has nothing else to do.
 */
export function Calls() {
	const appId = useSite(({ info, imAppId }) => (info?.meetingsCall ? imAppId : undefined))
	const user = useSession(person => (person.kind === 'member' && person.user.isComplete ? person.user : undefined))
	const isCalled = appId !== undefined && user !== undefined
	const [isIdle, setIsIdle] = useState(false)
	useEffect(() => (isCalled ? runWhenIdle(() => setIsIdle(true)) : undefined), [isCalled])
	return isIdle && isCalled && <CallListener key={user.id} appId={appId} nickName={user.displayName} />
}
