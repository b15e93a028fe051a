export type Panel = 'outline' | 'layers' | 'views' | 'comments' | 'check' | 'history' | 'compare' | 'results'
