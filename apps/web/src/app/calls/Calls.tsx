import { useEffect, useState } from 'react'
import { useSession } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { lazyComponent, runWhenIdle } from '../../ui/index.ts'

const CallListener = lazyComponent(async () => (await import('./CallListener.tsx')).CallListener)

/**
 * Shows incoming calls of the site's meetings to a signed-in member, over every screen. Its code is loaded when the page
 * is idle.
 */
export function Calls() {
	const appId = useSite(({ info, imAppId }) => (info?.meetingsCall ? imAppId : undefined))
	const user = useSession(person => (person.kind === 'member' && person.user.isComplete ? person.user : undefined))
	const isCalled = appId !== undefined && user !== undefined
	const [isIdle, setIsIdle] = useState(false)
	useEffect(() => (isCalled ? runWhenIdle(() => setIsIdle(true)) : undefined), [isCalled])
	return isIdle && isCalled && <CallListener key={user.id} appId={appId} nickName={user.displayName} />
}
