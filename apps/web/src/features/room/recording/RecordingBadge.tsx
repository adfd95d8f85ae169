import { Circle } from 'lucide-react'
import { m } from '../../../locales/index.ts'
import { Badge } from '../../../ui/index.ts'

/** Says to all that the meeting is recorded, for as long as it is (ROOM-150). */
export const RecordingBadge = () => (
	<Badge tone="live" icon={<Circle aria-hidden="true" size={8} fill="currentColor" />}>
		<span aria-hidden="true">{m.recording_badge()}</span>
		<span className="sr-only">{m.recording_badge_label()}</span>
	</Badge>
)
