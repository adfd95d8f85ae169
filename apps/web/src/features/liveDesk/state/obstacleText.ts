import type { PublishObstacle } from '@parley/core'
import { m } from '../../../locales/index.ts'

const texts: Record<PublishObstacle, () => string> = {
	noTranscoder: m.desk_meeting_no_ffmpeg,
	noEgress: m.desk_meeting_no_egress,
	outsideOrigin: m.desk_meeting_outside_origin,
}

/** Says why the server cannot stream the meeting, and what the host can do. @param obstacle missing where an earlier server answered */
export const obstacleText = (obstacle: PublishObstacle | undefined): string =>
	(obstacle ? texts[obstacle] : m.desk_meeting_unavailable)()
