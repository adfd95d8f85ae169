import { isHostOrCreator, type MeetingId } from '@parley/core'
import { RadioTower } from 'lucide-react'
import { useState } from 'react'
import { toMeetingReader, useMeetingDetail } from '../../features/meeting/index.ts'
import { OverlayControl } from '../../features/room/index.ts'
import { useSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { lazyComponent } from '../../ui/index.ts'

const RoomLiveSheet = lazyComponent(async () => (await import('./RoomLiveSheet.tsx')).RoomLiveSheet, { overlay: true })

/** The control of the room that opens the live of its meeting; nothing where it has none, or another runs it (DESK-15). */
export function RoomLive({ meetingId }: { meetingId: MeetingId }) {
	const [isOpen, setOpen] = useState(false)
	const reader = toMeetingReader(useSession())
	const { detail } = useMeetingDetail(meetingId, reader.userId)
	if (detail.status !== 'loaded' || !detail.meeting.hasLive || !isHostOrCreator(reader, detail.meeting)) return null
	return (
		<>
			<OverlayControl label={m.desk_tab_picture()} icon={<RadioTower />} onPress={() => setOpen(true)} />
			<RoomLiveSheet meeting={detail.meeting} open={isOpen} onOpenChange={setOpen} />
		</>
	)
}
