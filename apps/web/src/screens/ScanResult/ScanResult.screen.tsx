import { useNavigate, useSearch } from '@tanstack/react-router'
import { LinkResult, linkPassword, resolveLink } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'
import { useAction } from '../../ui/index.ts'

export const title = () => m.link_join_title()

/** /Login/ScanResult: the result of a link; `again` is the id of a meeting whose lookup failed. */
export function ScanResult() {
	const { status, again } = useSearch({ from: '/Login/ScanResult' })
	const navigate = useNavigate()
	const [followAgain, isLoading] = useAction(
		(meetingId: string) => resolveLink({ meetingId, password: linkPassword.read(meetingId) }),
		route => navigate(route),
	)

	if (status === '9') return <LinkResult outcome="over" />
	if (!again || !/^\d{9,12}$/.test(again)) return <LinkResult outcome="missing" />

	return <LinkResult outcome="unreachable" retry={{ isLoading, onRetry: () => void followAgain(again) }} />
}

export { ScanResult as Screen }
