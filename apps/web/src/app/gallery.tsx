import '../ui/base.css'
import { createRoot } from 'react-dom/client'
import { Gallery } from '../ui/gallery/Gallery.tsx'

/** The design system on one page, in development only: every component in every state. */
const place = document.getElementById('root')
if (place) createRoot(place).render(<Gallery />)
