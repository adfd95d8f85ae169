import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { LinkResult, linkPassword, resolveLink } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.link_join_title()

/** /Login/ScanResult: the result of a link; `again` is the id of a meeting whose lookup failed. */
export function ScanResult() {
	const { status, again } = useSearch({ from: '/Login/ScanResult' })
	const navigate = useNavigate()
	const [isLoading, setLoading] = useState(false)

	if (status === '9') return <LinkResult outcome="over" />
	if (!again || !/^\d{9,12}$/.test(again)) return <LinkResult outcome="missing" />

	async function followAgain(meetingId: string) {
		setLoading(true)
		const route = await resolveLink({ meetingId, password: linkPassword.read(meetingId) })
		setLoading(false)
		await navigate(route)
	}
	return <LinkResult outcome="unreachable" retry={{ isLoading, onRetry: () => void followAgain(again) }} />
}

export { ScanResult as Screen }
