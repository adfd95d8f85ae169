import { useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../features/session/index.ts'
import { detailPaneMark, PaneContext } from '../navigation/panes.ts'
import { useIsLaptop } from '../ui/index.ts'

// Phones never load it.
const load = async () => {
	const { MeetingsPane, paneClasses } = await import('../screens/MeetingList/MeetingPanes.tsx')
	return { MeetingsPane, paneClasses }
}
type MeetingPanes = Awaited<ReturnType<typeof load>>
let loaded: MeetingPanes | undefined

/** Undefined on a phone, until they are loaded, and where that fails. */
function useMeetingPanes(): MeetingPanes | undefined {
	const isLaptop = useIsLaptop()
	const [, setLoaded] = useState(false)
	useEffect(() => {
		if (!isLaptop || loaded) return
		let isCurrent = true
		load().then(
			panes => {
				loaded = panes
				if (isCurrent) setLoaded(true)
			},
			() => {},
		)
		return () => {
			isCurrent = false
		}
	}, [isLaptop])
	return isLaptop ? loaded : undefined
}

/**
 * A laptop has room for the list of meetings and one of them (LAYOUT-09). The screen keeps its place in the tree while the
 * list comes and goes, so that a tablet may be turned while a recording is played (ROOM-160).
 */
export function PanedScreen({ children }: { children: ReactNode }) {
	const isMember = useSession(person => person.kind === 'member')
	const { meetingId } = useParams({ strict: false })
	const { week } = useSearch({ strict: false })
	const loadedPanes = useMeetingPanes()
	const panes = isMember ? loadedPanes : undefined
	const classes = panes?.paneClasses(week, meetingId)
	// The week takes the whole window until a meeting is chosen in it.
	const hasScreen = !panes || week === undefined || meetingId !== undefined
	return (
		<div className={classes?.panes} style={classes ? undefined : { display: 'contents' }}>
			{panes && <panes.MeetingsPane week={week} chosenId={meetingId} />}
			{hasScreen && (
				<div
					className={classes?.detail}
					style={classes ? undefined : { display: 'contents' }}
					{...(classes && { [detailPaneMark]: '' })}
				>
					<PaneContext value={classes !== undefined}>{children}</PaneContext>
				</div>
			)}
		</div>
	)
}
