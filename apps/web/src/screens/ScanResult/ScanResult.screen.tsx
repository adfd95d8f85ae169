import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { LinkResult, linkPassword, resolveLink } from '../../features/joining/index.ts'
import { m } from '../../locales/index.ts'

export const title = () => m.entry_join_title()

/** /Login/ScanResult: what became of a link; `again` names a meeting nobody could look up. */
export function ScanResult() {
	const { status, again } = useSearch({ from: '/Login/ScanResult' })
	const navigate = useNavigate()
	const [isLooking, setLooking] = useState(false)

	if (status === '9') return <LinkResult outcome="over" />
	if (!again || !/^\d{9,12}$/.test(again)) return <LinkResult outcome="missing" />

	async function look(meetingId: string) {
		setLooking(true)
		const place = await resolveLink({ meetingId, password: linkPassword.read(meetingId) })
		setLooking(false)
		await navigate(place)
	}
	return <LinkResult outcome="unreached" again={{ isLooking, onAgain: () => void look(again) }} />
}

export { ScanResult as Screen }
